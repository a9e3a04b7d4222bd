"""The tables of VMCAI'12 and Spiessl 2017 from fixed rows, the whole text each; VERILAB_UPDATE_GOLDEN=1 writes the golden files anew."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.experiments.paper_rows import result_of
from verilab.experiments.papers.catalogue import STUDIES
from verilab.experiments.papers.splitting.blocks import BLOCKS, SLICINGS, Blocks
from verilab.experiments.papers.splitting.engines import VARIABLES, Engines
from verilab.experiments.papers.splitting.equation import EquationFinder, Finding
from verilab.experiments.papers.splitting.growth import Growth
from verilab.experiments.papers.splitting.runs import interpolations, prover_calls
from verilab.experiments.papers.splitting.table_1 import PAPER, Figures, Table1
from verilab.experiments.papers.study import Study, log_of, logs_of
from verilab.experiments.papers.tables.settings import Under
from verilab.experiments.statistics.power_law import exponent
from verilab.experiments.store.csv_rows import COUNTS, read_rows, write_csv
from verilab.families.papers.vmcai12 import FIGURE_1, GROWTH, TABLE_1
from verilab.verification.configuration import Configuration, ConfigurationError
from verilab.verification.schema import Run

GOLDEN = Path(__file__).parents[1] / "golden"
EVERY_STUDY = pytest.mark.parametrize("study", STUDIES.values(), ids=STUDIES)
SUM = "((n <= (v0 + v1 + v2)) & (! ((n + 1) <= (v0 + v1 + v2))))"
PROCEDURES = {"cvc5:proofs-inverse": "true", "z3:farkas": "unknown", "z3:horn": "unknown"}


def run_of(study: Study, key: str, task: str, verdict: str, expected: bool = True, reason: str = "", number: int = 1) -> Run:
    """A run of a row, whose figures follow from a number."""
    row = next((row for row in study.rows() if row.key == key), None)
    settings = dict(row.settings) if row is not None else {"strategy": "vmcai12-kojak", "block": "large", "interpolation": key}
    configuration = Configuration(**{"analysis": "predicate", **settings})
    figures = {
        "analysis_s": 0.01 * number**2,
        "states": number + 2,
        "refinements": number,
        "splits": number - 1,
        "slices": 2 * number,
        "edge_checks": number,
        "entailment_checks": number - 1,
        "path_checks": 1,
    }
    asked = {"all": dict.fromkeys(COUNTS, 0.0) | {"asked": float(number), "seconds": 0.5}}
    return Run(key if row is None else row.label, result_of(task, verdict, expected, reason, configuration, interpolation=asked, **figures))


def table_1() -> list[Run]:
    """Kojak solves all with LBE, IMPACT not 03 and 06; without LBE both solve 01 and 02, and Kojak is not run on 10."""
    study, runs = Table1(), []
    for number, program in enumerate(TABLE_1, start=1):
        for row in study.rows():
            if row.under is Under.OURS:
                continue
            if row.key == "kojak-single" and program.number == "10":
                continue
            solved = {"kojak-large": True, "impact-large": program.number not in ("03", "06")}.get(row.key, program.number < "03")
            verdict = str(program.safe).lower() if solved else "unknown"
            runs.append(run_of(study, row.key, program.qualified, verdict, program.safe, "" if solved else "timeout", number))
    return runs


def ours() -> list[Run]:
    """Kojak with LBE under our setting too, without 03 and 06."""
    row = next(row for row in Table1().rows() if row.key == "kojak-large" and row.under is Under.OURS)
    return [
        Run(
            row.label,
            result_of(
                program.qualified,
                "true" if program.safe else "false",
                program.safe,
                configuration=Configuration(**row.settings),
                analysis_s=0.1,
            ),
        )
        for program in TABLE_1
        if program.number not in ("03", "06")
    ]


def growth() -> list[Run]:
    """Numbers that are linear in the size; the largest of each family is not solved by IMPACT."""
    return [
        run_of(Growth(), key, f"{family}/{family}-{size}-safe", "unknown" if key == "impact" and size == sizes[-1] else "true", number=size)
        for family, sizes in list(GROWTH.items())[:2]
        for size in sizes
        for key in ("kojak", "impact")
    ]


def engines() -> list[Run]:
    reasons = {"z3:horn": "timeout", "z3:farkas": "interpolation failed"}
    return [
        run_of(Engines(), key, FIGURE_1.qualified, verdict, reason=reasons.get(key, ""), number=number)
        for number, (key, verdict) in enumerate(PROCEDURES.items(), start=2)
    ]


def blocks() -> list[Run]:
    """Two tasks; single blocks do not solve the second one."""
    runs = []
    rows = [row for row in Blocks().rows() if row.under is Under.PAPER]
    for number, row in enumerate(rows, start=1):
        runs.append(run_of(Blocks(), row.key, "copy-chain/copy-chain-1-unsafe", "false", False, number=number))
        solved = not row.key.startswith("single")
        runs.append(run_of(Blocks(), row.key, "a/b", "true" if solved else "unknown", reason="" if solved else "timeout", number=number))
    return runs


def write_logs(folder: Path) -> Path:
    """One that found the equation, one has it beside another conjunct; of the third there is none."""
    folder.mkdir(parents=True)
    for key, text in (("cvc5:proofs-inverse", SUM), ("z3:farkas", f"({SUM} & (v1 <= 3))")):
        candidate = {"target": 0, "analysis": "predicate", "length": 2, "omitted": [], "increment": [], "scores": {}}
        row = {"refinement": 1, "targets": [], "candidates": [candidate | {"interpolants": [[1, 1, text], [2, 2, "false"]]}]}
        log_of(folder, key).write_text(json.dumps(row | {"chosen": 0, "why": "", "increment": []}) + "\n")
    return folder


ROWS: dict[str, Callable[[], list[Run]]] = {
    "vmcai12": lambda: table_1() + ours(),
    "vmcai12-growth": growth,
    "vmcai12-engines": engines,
    "spiessl17": blocks,
}


@pytest.mark.parametrize("name", ROWS)
def test_the_text_of_a_table_is_the_golden_one(name: str, tmp_path: Path) -> None:
    study = STUDIES[name]
    text = study.text(ROWS[name](), "60 s of wall time", write_logs(tmp_path / "logs") if study.logged else None)
    text = "\n".join(line for line in text.splitlines() if not line.startswith("not run: ")) + "\n"  # depends on what is installed
    golden = GOLDEN / f"papers-{name}.txt"
    if os.environ.get("VERILAB_UPDATE_GOLDEN"):
        golden.write_text(text)
    assert text == golden.read_text()


@pytest.mark.parametrize("name", ROWS)
def test_rows_of_a_csv_make_the_same_table(name: str, tmp_path: Path) -> None:
    study, path = STUDIES[name], tmp_path / "rows.csv"
    lines = list(write_csv(ROWS[name](), path))
    logs = write_logs(logs_of(path)) if study.logged else None
    assert study.text(read_rows(path), "60 s", logs) == study.text(lines, "60 s", logs)


@EVERY_STUDY
def test_rows_have_names_of_their_own_and_know_their_configurations(study: Study) -> None:
    rows = study.rows()
    assert len({(row.key, row.under) for row in rows}) == len({row.label for row in rows}) == len(rows) > 0
    for row in rows:
        assert study.row_of(Configuration(**row.settings)) == row.key


@pytest.mark.parametrize("name", [name for name in STUDIES if name.startswith(("vmcai12", "spiessl17"))])
def test_a_table_of_programs_has_its_own_tasks(name: str) -> None:
    tasks = STUDIES[name].own_tasks()
    assert len({task.name for task in tasks}) == len(tasks) > 0
    assert all(task.promised is not None for task in tasks)


@pytest.mark.parametrize("name", ROWS)
def test_rows_of_another_table_are_refused(name: str) -> None:
    other = Run("value lazy", result_of("a/b", "true", configuration=Configuration(analysis="value", strategy="lazy")))
    with pytest.raises(ConfigurationError, match=f"no row belongs to {name}.*found: 'value lazy'"):
        STUDIES[name].text([other], "60 s", None)


def test_the_paper_solves_all_with_large_blocks_and_kojak_at_constant_cost_for_counters() -> None:
    """§5: with path insensitive interpolation ULTIMATE returns more often a result than REIMPACT, without it less often."""

    def count(algorithm: str, block: str) -> int:
        return sum(getattr(row.of(algorithm), block) != "-" for row in PAPER.values())

    assert count("kojak", "large") == 10 > count("impact", "large") == 6
    assert count("kojak", "single") < count("impact", "single")
    assert {(PAPER[number].kojak.splits, PAPER[number].kojak.calls) for number in ("07", "08", "09", "10")} == {(0, 3)}
    for row in PAPER.values():
        for figures in (row.kojak, row.impact):
            assert (figures == Figures(None, None, None, "-", "-")) == (figures.large == "-")


def test_a_run_that_was_killed_has_no_counts() -> None:
    """A process that ends at its limit reports the last it said, which has no edits in it: 0 prover calls would be a lie."""
    killed = result_of(
        TABLE_1[3].qualified, "unknown", reason="timeout", configuration=Configuration(**Table1().rows()[0].settings), states=9
    )
    (line,) = [line for line in Table1().text([Run("kojak", killed)], "1 s", None).splitlines() if line.startswith("04")]
    assert [cell.split()[0] for cell in line.split("|")[1:5]] == ["-"] * 4


def test_every_block_size_is_run_with_every_slicing() -> None:
    assert list(dict.fromkeys(row.key for row in Blocks().rows())) == [f"{block}-{slicing}" for block in BLOCKS for slicing in SLICINGS]


def test_prover_calls_are_those_of_edges_entailments_and_paths() -> None:
    result = run_of(Table1(), "kojak-large", "a/b", "true", number=5).result
    assert (prover_calls(result), interpolations(result)) == (5 + 4 + 1, 5)


@pytest.mark.parametrize(("power", "factor"), [(0, 3.0), (1, 2.0), (1.5, 1.0), (2, 0.1)])
def test_the_exponent_of_a_power_law_is_found(power: float, factor: float) -> None:
    assert exponent([(size, factor * size**power) for size in (2, 4, 8, 16)]) == pytest.approx(power)


def test_two_points_have_no_exponent_and_zeros_are_none() -> None:
    assert exponent([(2, 4), (4, 16)]) is None
    assert exponent([(2, 4), (4, 16), (8, 0)]) is None
    assert exponent([(2, 4), (2, 5), (4, 16)]) is None


@pytest.fixture
def finder() -> Iterator[EquationFinder]:
    with closing(EquationFinder(VARIABLES)) as opened:
        yield opened


@pytest.mark.parametrize(
    ("text", "finding"),
    [
        (SUM, Finding.EQUAL),
        ("(main::n = (main::v0 + main::v1 + main::v2))", Finding.EQUAL),
        ("((main::v1 + main::v2) = (main::n - main::v0))", Finding.EQUAL),
        (f"({SUM} & (main::v1 <= 3))", Finding.CONTAINED),
        (f"((main::v0 <= 5) & (main::v2 = 0) & {SUM})", Finding.CONTAINED),
        ("((main::n = main::v0) & (main::v1 = 0) & (main::v2 = 0))", Finding.NONE),
        ("(main::n <= (main::v0 + main::v1 + main::v2))", Finding.NONE),
        ("((! (main::v0 = 0)) | (main::n = (main::v1 + main::v2)))", Finding.NONE),
        ("false", Finding.NONE),
        ("true", Finding.NONE),
        ("(main::n = main::v0 + ", Finding.NONE),
        ("(main::other = 0)", Finding.NONE),
    ],
)
def test_an_interpolant_is_the_equation_contains_it_or_does_not(finder: EquationFinder, text: str, finding: Finding) -> None:
    assert finder.relate(text) is finding


def test_the_best_interpolant_of_a_log_counts_and_an_unfinished_line_does_not(finder: EquationFinder, tmp_path: Path) -> None:
    log = log_of(write_logs(tmp_path / "logs"), "cvc5:proofs-inverse")
    log.write_text(log.read_text() + '{"refinement": 2, "targ')
    assert finder.find(log) is Finding.EQUAL
    log.write_text("")
    assert finder.find(log) is Finding.NONE
