"""Experiments as files: the product of their axes, and errors that say where and what would work."""

from __future__ import annotations

from pathlib import Path

import pytest

from verilab.experiments.design.design import duration_text, estimate, load_design
from verilab.experiments.design.engines import check_engines
from verilab.program.errors import InputError

GOOD = """\
title = "Does selection pay?"
repetitions = 2
record = ["refinements"]

[tasks]
families = [{ name = "boolean-or-counter", sizes = [1, 2], verdicts = ["true"] }, "gripper"]
sample = 3

[settings]
presets = "paper-engine"

[axes]
analyses = ["value", "predicate"]
strategies = ["spin15-none", "spin15-good-narrow"]
scopes = ["located", "global"]
seeds = [0, 1]

[limits]
cpu = 10
wall = 20

[[exclude]]
analysis = "value"
strategy = "spin15-none apply=restart:global"
"""


def written(folder: Path, text: str) -> Path:
    path = folder / "experiment.toml"
    path.write_text(text)
    return path


def test_the_product_of_the_axes_is_computed_without_what_is_excluded(tmp_path: Path) -> None:
    design = load_design(written(tmp_path, GOOD))
    assert len(design.tasks) == 3
    assert len(design.configurations) == 2 * 2 * 2 * 2 - 2
    assert design.count == 3 * 14 * 2 == len(list(design.runs())) == len({run.key for run in design.runs()})
    assert {each.extraction for each in design.configurations.values()} == {"atoms"}
    assert {each.strategy for each in design.configurations.values() if each.analysis == "value"} == {
        "spin15-none apply=restart:located",
        "spin15-good-narrow apply=restart:located",
        "spin15-good-narrow apply=restart:global",
    }
    assert design.record == {"refinements"}


def test_the_estimate_is_bounded_by_the_limits_and_informed_by_what_there_is(tmp_path: Path) -> None:
    design = load_design(written(tmp_path, GOOD))
    first = next(design.runs())
    estimated = estimate(design, 2, {first.key}, {first.label: 3.0})
    assert estimated.runs == 83
    assert estimated.at_most == pytest.approx(83 * 22 / 2)
    assert estimated.expected == pytest.approx(83 * 3 / 2)
    assert [duration_text(seconds) for seconds in (0.2, 61, 7200, 100_000)] == ["0 s", "1 min 1 s", "2 h", "1 d 3 h"]


def test_files_are_named_by_paths_folders_patterns_and_sets_relative_to_the_experiment(tmp_path: Path) -> None:
    (tmp_path / "more").mkdir()
    for name in ("a.c", "b.c", "more/c.c"):
        (tmp_path / name).write_text("int main(void) { return 0; }\n")
    (tmp_path / "all.set").write_text("b.c\n")
    names = [Path(task.name).name for task in load_design(written(tmp_path, '[tasks]\nfiles = ["a.c", "**/c.c", "all.set"]\n')).tasks]
    assert names == ["a", "c", "b"]


WRONG = [
    ("analyses", "analises", 13, 1, "did you mean 'analyses'"),
    ('"predicate"]', '"predicat"]', 13, 23, "did you mean 'predicate'"),
    ("good-narrow", "good-narow", 14, 31, "did you mean 'spin15-good-narrow'"),
    ('"located"', '"locted"', 15, 12, "did you mean 'located'"),
    ("[limits]", "[limit]", 18, 2, "did you mean 'limits'"),
    ("cpu = 10", "cpu = -1", 19, 7, "give a number"),
    ("wall = 20", "memory = 3", 20, 10, "at least 200"),
    ('"gripper"]', '"griper"]', 6, 84, "did you mean 'gripper'"),
    ("sizes = [1", "sizes = [0", 6, 53, "the smallest is 1"),
    ("seeds = [0", "seeds = [true", 16, 10, "a whole number"),
    ("repetitions = 2", "repetitions = 0", 2, 15, "1 or more"),
    ("[tasks]", "[tasks", 5, 7, "is no TOML"),
    ("seeds = [0, 1]", "seed = [0]\nseeds = [1]", 17, 1, "same axis"),
    ("seeds = [0, 1]", 'backends = [\n  "z3",\n  "z4"]', 18, 4, "unknown backend 'z4'"),
    ('presets = "paper-engine"', 'presets = "paper-engin"', 10, 12, "did you mean 'paper-engine'"),
    ("title = ", 'study = "spin14"\ntitle = ', 1, 10, "unknown study 'spin14'"),
    ("sample = 3", 'files = ["none/*.c"]', 7, 11, "matches no file"),
    ("seeds = [0, 1]", "seeds = []", 16, 1, "at least one"),
    ('"spin15-none apply=restart:global"', '["spin15-none"]\nencoding = "bw"', 25, 13, "unknown encoding"),
    ("seeds = [0, 1]", "seeds = [-1]", 16, 10, "give a number from 0"),
    ("seeds = [0, 1]", f"seeds = [{10**20}]", 16, 10, "give a number below"),
    ("repetitions = 2", "repetitions = 999999999", 2, 1, "1,000,000 at most"),
    ("seeds = [0, 1]", f"seeds = {list(range(99_999))}", 12, 2, "give at most 100,000"),
    ('presets = "paper-engine"', "time_limit = 5", 10, 1, "give it in [limits], as wall"),
    ("seeds = [0, 1]", "cpu_limit = [1, 2]", 16, 1, "give it in [limits], as cpu"),
    ('"spin15-none apply=restart:global"', '"spin15-good"', 22, 3, "excludes nothing"),
    ("sample = 3", 'files = ["*.toml"]', 7, 11, "a file of kind '.toml' is no task"),
    ('"gripper"]', "{ sizes = [1] }]", 6, 1, "a family has no name"),
    ("[axes]\nanalyses", "['axes']\n'analises'", 13, 1, "did you mean 'analyses'"),
]


@pytest.mark.parametrize(("good", "wrong", "line", "column", "said"), WRONG)
def test_what_is_wrong_is_told_with_its_line_and_what_would_work(
    tmp_path: Path, good: str, wrong: str, line: int, column: int, said: str
) -> None:
    assert good in GOOD
    with pytest.raises(InputError) as raised:
        load_design(written(tmp_path, GOOD.replace(good, wrong, 1)))
    assert (raised.value.line, raised.value.column) == (line, column)
    assert said in str(raised.value)


def test_what_excludes_everything_is_refused(tmp_path: Path) -> None:
    text = GOOD + '\n[[exclude]]\nencoding = "int"\n'
    with pytest.raises(InputError, match="excludes every combination"):
        load_design(written(tmp_path, text))


def test_combinations_that_cannot_run_are_told_at_their_axis(tmp_path: Path) -> None:
    text = '[tasks]\ndemo = 1\n[axes]\nanalyses = ["composite"]\nblocks = ["single", "large"]\n'
    with pytest.raises(InputError, match="composite steps from edge to edge") as raised:
        load_design(written(tmp_path, text))
    assert (raised.value.line, raised.value.column) == (5, 22)
    assert len(load_design(written(tmp_path, text.replace(', "large"', ""))).configurations) == 1


def test_what_is_excluded_need_not_run(tmp_path: Path) -> None:
    text = '[tasks]\ndemo = 1\n[axes]\nanalyses = ["composite", "predicate"]\nblocks = ["single", "large"]\n'
    design = load_design(written(tmp_path, text + '[[exclude]]\nanalysis = "composite"\nblock = "large"\n'))
    assert list(design.configurations) == ["composite single", "predicate single", "predicate large"]


def test_strategies_that_refine_no_such_analysis_are_told_before_anything_runs(tmp_path: Path) -> None:
    text = '[tasks]\ndemo = 1\n[settings]\nanalysis = "value"\n[axes]\nstrategies = ["spin15-none", "vmcai12-kojak"]\n'
    with pytest.raises(InputError, match="refines no value analysis") as raised:
        load_design(written(tmp_path, text))
    assert (raised.value.line, raised.value.column) == (6, 31)


def test_a_strategy_is_excluded_in_every_scope_and_a_scope_for_every_strategy(tmp_path: Path) -> None:
    text = '[tasks]\ndemo = 1\n[axes]\nstrategies = ["spin15-none", "spin15-good "]\nscopes = ["located", "global"]\n[[exclude]]\n'
    labels = [list(load_design(written(tmp_path, text + each)).configurations) for each in ('strategy = "spin15-none"', 'scope = "global"')]
    assert labels[0] == ["spin15-good apply=restart:located", "spin15-good apply=restart:global"]
    assert labels[1] == ["spin15-none apply=restart:located", "spin15-good apply=restart:located"]


def test_an_engine_that_there_is_not_is_told_with_its_line(tmp_path: Path) -> None:
    text = '[tasks]\ndemo = 1\n[axes]\ninterpolations = ["z3:horn", "z3:hron"]\n'
    with pytest.raises(InputError, match="did you mean 'horn'") as raised:
        check_engines(load_design(written(tmp_path, text)))
    assert (raised.value.line, raised.value.column) == (4, 31)


def test_a_study_has_the_rows_of_its_table_as_configurations(tmp_path: Path) -> None:
    text = 'study = "spin15-value"\nonly = ["spin15-none", "spin15-good"]\n[tasks]\nfamilies = ["gripper"]\n[limits]\ncpu = 5\n'
    design = load_design(written(tmp_path, text))
    assert [each.strategy for each in design.configurations.values()] == ["spin15-none", "spin15-good"]
    assert {each.cpu_limit for each in design.configurations.values()} == {5.0}
    with pytest.raises(InputError, match="its rows"):
        load_design(written(tmp_path, text + '[axes]\nencodings = ["bv"]\n'))
    with pytest.raises(InputError, match="tells the rows of vmcai12 apart"):
        load_design(written(tmp_path, 'study = "vmcai12"\n[settings]\nblock = "large"\n'))
