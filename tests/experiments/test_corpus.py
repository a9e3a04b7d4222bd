"""Named experiments on a tree of SV-COMP's tasks: the papers' exclusions, what their columns hold, and a file that names the tasks."""

from __future__ import annotations

import csv
import re
import subprocess
from pathlib import Path

import pytest
from typer.testing import CliRunner

from verilab.cli.app import app
from verilab.cli.laboratory import reproduce as command
from verilab.experiments.design.corpus import Corpus, corpus_of, reachability_tasks
from verilab.experiments.design.design import Design, load_design
from verilab.experiments.papers.catalogue import STUDIES
from verilab.experiments.papers.tables.categories import FILTERS, excluded, held, without_excluded
from verilab.program.errors import InputError
from verilab.program.tasks import Task
from verilab.verification.configuration import ConfigurationError

REACHABILITY, TERMINATION = "CHECK( init(main()), LTL(G ! call(reach_error())) )\n", "CHECK( init(main()), LTL(F end) )\n"
FOLDERS = ("locks", "eca-rers2012", "array-examples", "list-properties", "pthread", "recursive-simple", "product-lines")
KEPT = {"forte15": {"locks", "eca-rers2012", "array-examples", "product-lines"}, "spin15": {"locks", "eca-rers2012", "product-lines"}}


def write_task(root: Path, name: str, property: str = "unreach-call") -> None:
    """A definition of a task with its program."""
    folder = root / name
    folder.parent.mkdir(parents=True, exist_ok=True)
    folder.with_suffix(".c").write_text(f"/* {name} */ extern void reach_error(void);\nint main(void) {{ return 0; }}\n")
    lines = ["format_version: '2.0'", f"input_files: '{folder.name}.c'", "properties:"]
    lines += [f"  - property_file: ../properties/{property}.prp", "    expected_verdict: true"]
    folder.with_suffix(".yml").write_text("\n".join(lines) + "\n")


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """Two tasks of each folder, and one in each that is about termination."""
    root = tmp_path / "repository" / "c"
    for name, text in (("unreach-call", REACHABILITY), ("termination", TERMINATION)):
        (root / "properties").mkdir(parents=True, exist_ok=True)
        (root / "properties" / f"{name}.prp").write_text(text)
    for folder in FOLDERS:
        for number in (1, 2):
            write_task(root, f"{folder}/t{number}")
        write_task(root, f"{folder}/ends", "termination")
    return root


@pytest.fixture
def repository(tree: Path) -> str:
    """The tree in a repository; the commit."""
    git = ["git", "-C", str(tree.parent), "-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"]
    for arguments in (
        ["init", "-q"],
        ["add", "-A"],
        ["commit", "-q", "-m", "tasks"],
        ["remote", "add", "origin", "https://example.org/tasks.git"],
    ):
        subprocess.run([*git, *arguments], check=True, capture_output=True)
    return subprocess.run([*git, "rev-parse", "HEAD"], check=True, capture_output=True, text=True).stdout.strip()


@pytest.fixture
def designs(monkeypatch: pytest.MonkeyPatch) -> list[Design]:
    """Those that ``reproduce`` would run."""
    performed: list[Design] = []
    monkeypatch.setattr(command, "run_experiment", lambda design, *rest, **options: performed.append(design))
    return performed


def folders(tasks: tuple[Task, ...] | list[Task]) -> set[str]:
    return {task.name.partition("/")[0] for task in tasks}


def test_a_tree_is_read_for_its_properties_of_reachability(tree: Path) -> None:
    tasks = reachability_tasks(tree)
    assert len(tasks) == 2 * len(FOLDERS)
    assert folders(tasks) == set(FOLDERS)
    with pytest.raises(InputError, match="holds no task about reachability"):
        reachability_tasks(tree / "properties")


@pytest.mark.parametrize("name", FILTERS)
def test_a_papers_filter_leaves_out_what_the_paper_does(tree: Path, name: str) -> None:
    assert folders(without_excluded(reachability_tasks(tree), name)) == KEPT[name]
    assert without_excluded(reachability_tasks(tree), "") == reachability_tasks(tree)


def test_what_no_filter_is_or_leaves_nothing_is_refused(tree: Path) -> None:
    with pytest.raises(ConfigurationError, match="filter 'spin16': unknown; known: forte15, spin15"):
        excluded("locks/t1", "spin16")
    with pytest.raises(ConfigurationError, match="leaves none of 2 tasks: all are of Recursion"):
        without_excluded(reachability_tasks(tree / "recursive-simple"), "spin15")


@pytest.mark.parametrize("name", FILTERS)
def test_tables_of_a_paper_have_its_filter(name: str) -> None:
    tables = [study for key, study in STUDIES.items() if key.startswith((name, f"ablation-{name}"))]
    assert {study.filter for study in tables} == {name}
    assert {STUDIES[key].filter for key in ("vmcai12", "spiessl17", "thesis", "thesis-properties")} == {""}


def test_a_named_experiment_runs_on_a_tree_and_a_file_says_on_which_tasks(
    tree: Path, repository: str, designs: list[Design], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(app, ["reproduce", "spin15-table1", "--tasks", str(tree), "--sample", "4", "--seed", "7"])
    assert result.exit_code == 0, result.output
    (design,) = designs
    assert len(design.tasks) == 4
    assert folders(design.tasks) <= KEPT["spin15"]
    assert len(design.configurations) == 12
    file = tmp_path / "spin15-table1.corpus.toml"
    corpus = Corpus.read(file)
    assert (corpus.repository, corpus.commit, corpus.path) == ("https://example.org/tasks.git", repository, "c")
    assert (corpus.filter, corpus.sample, corpus.seed) == ("spin15", 4, 7)
    assert design.corpus == file.read_text() == design.described()["corpus"]


def test_a_second_person_gets_the_same_tasks_from_the_file(
    tree: Path, designs: list[Design], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    arguments = ["reproduce", "forte15-table1", "--tasks", str(tree)]
    assert CliRunner().invoke(app, [*arguments, "--sample", "3", "--rows", "a.duckdb"]).exit_code == 0
    write_task(tree, "locks/t0")  # a corpus that grew draws others
    result = CliRunner().invoke(app, [*arguments, "--same-as", "a.corpus.toml", "--rows", "b.duckdb"])
    assert result.exit_code == 0, result.output
    assert designs[0].tasks == designs[1].tasks
    name = designs[0].tasks[0].name
    (tree / f"{name}.c").write_text("int main(void) { return 1; }\n")
    result = CliRunner().invoke(app, [*arguments, "--same-as", "a.corpus.toml", "--rows", "c.duckdb"])
    assert result.exit_code == 2
    assert "is not the task that was drawn; take a folder in no repository, c" in result.stderr.replace("\n", " ")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["vmcai12-table1", "--tasks", "."], "vmcai12-table1 is about programs of its own"),
        (["thesis-h3", "--tasks", "."], "thesis-h3 is about programs of its own"),
        (["demo", "--tasks", "."], "demo is about programs of its own"),
        (["forte15-table1", "--sample", "3"], "give --tasks FOLDER too"),
        (["forte15-table1", "--tasks", ".", "--same-as", "x.corpus.toml", "--seed", "1"], "leave out --sample and --seed"),
        (["forte15-table1", "--tasks", "."], "holds no task about reachability"),
        (["forte15-table1", "--tasks", ".", "--same-as", "x.corpus.toml"], "no such file"),
    ],
)
def test_wrong_use_is_refused(arguments: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(app, ["reproduce", *arguments])
    assert result.exit_code == 2, result.output
    assert message in result.stderr.replace("\n", " ")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("text", ["", "repository = 3\n", 'repository = ""\ncommit = ""\npath = ""\n[tasks]\n', "no TOML"])
def test_a_file_that_names_no_corpus_is_refused(text: str, tmp_path: Path) -> None:
    (tmp_path / "x.corpus.toml").write_text(text)
    with pytest.raises(InputError, match="names no"):
        Corpus.read(tmp_path / "x.corpus.toml")


def test_a_file_is_read_as_it_was_written(tree: Path, tmp_path: Path) -> None:
    corpus = corpus_of(tree, reachability_tasks(tree), "spin15", None, 0)
    (tmp_path / "x.corpus.toml").write_text(corpus.text())
    assert Corpus.read(tmp_path / "x.corpus.toml") == corpus
    assert len(corpus.tasks) == 2 * len(FOLDERS)


def test_an_experiment_of_ones_own_has_the_filters_too(tree: Path, tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text('[tasks]\nfiles = ["repository/c/*/t?.yml"]\nfilter = "spin15"\n')
    assert folders(load_design(file).tasks) == KEPT["spin15"]
    file.write_text('[tasks]\nfiles = ["repository/c/*/t?.yml"]\nfilter = "spin16"\n')
    with pytest.raises(InputError, match="filter 'spin16': unknown"):
        load_design(file)


def test_the_draws_of_recorded_rows_are_of_the_corpus_that_is_named() -> None:
    results = Path(__file__).parents[2] / "results"
    with (results / "corpus.csv").open() as file:
        corpus = {row["definition"]: row for row in csv.DictReader(file)}
    assert len(corpus) == 372
    assert all(re.fullmatch(r"[0-9a-f]{40}", row["commit"]) and row["repository"].startswith("https://") for row in corpus.values())
    draws = list(results.glob("*/*.set"))
    assert draws
    for draw in draws:
        assert set(draw.read_text().split()) <= set(corpus)


def test_a_column_says_which_folders_it_holds_and_what_is_generated() -> None:
    tasks = ["ldv-linux-3.0/a", "ldv-linux-3.0/b", "kernel-module/m", "locks/c", "product-line/p"]
    assert held(tasks, "DeviceDrivers64") == "2 ldv-linux-3.0; generated by verilab, none of SV-COMP: 1 kernel-module"
    assert held(tasks, "ControlFlowInteger") == "1 locks"
    assert held(tasks, "ProductLines") == "generated by verilab, none of SV-COMP: 1 product-line"
    assert held(tasks, "ECA") == ""
