"""The campaign's tasks come from the commits that its tables name, and are the programs that rows were made with."""

from __future__ import annotations

import hashlib
import subprocess
from pathlib import Path

import pytest

from results.campaign.tasks import TABLES, lay_out
from verilab.errors import Refused
from verilab.program.tasks import load_tasks

PROGRAM = "int main(void) { return 0; }\n"
HEADER = "definition,repository,commit,path,sha256,property,expected_verdict,data_model\n"


def git(folder: Path, *arguments: str) -> str:
    identity = ["-c", "user.name=t", "-c", "user.email=t@example.org"]
    return subprocess.run(["git", "-C", str(folder), *identity, *arguments], capture_output=True, text=True, check=True).stdout.strip()


@pytest.fixture
def tables(tmp_path: Path) -> Path:
    """Tables of one task each, in a repository whose newest commit has another program in its place."""
    repository = tmp_path / "programs"
    (repository / "c").mkdir(parents=True)
    (repository / "c" / "a.cil.c").write_text(PROGRAM)
    git(repository, "init", "--quiet")
    git(repository, "config", "uploadpack.allowAnySHA1InWant", "true")
    git(repository, "add", ".")
    git(repository, "commit", "--quiet", "-m", "first")
    commit = git(repository, "rev-parse", "HEAD")
    (repository / "c" / "a.cil.c").write_text("int main(void) { return 1; }\n")
    git(repository, "commit", "--quiet", "-am", "second")
    digest = hashlib.sha256(PROGRAM.encode()).hexdigest()
    folder = tmp_path / "tables"
    folder.mkdir()
    row = f"c/a.cil.yml,{repository},{commit},c/a.cil.c,{digest}"
    (folder / "corpus.csv").write_text(f"{HEADER}{row},unreach-call,true,ILP32\n")
    (folder / "wide.csv").write_text(f"{HEADER}{row},label ERROR,false,LP64\n")
    return folder


def test_tasks_are_those_of_the_named_commit_with_their_definitions(tables: Path, tmp_path: Path) -> None:
    assert [line.partition(" in ")[0] for line in lay_out(tmp_path / "tasks", tables)] == ["corpus: 1 tasks", "wide: 1 tasks"]
    (first,) = load_tasks(tmp_path / "tasks" / "corpus" / "c" / "a.cil.yml")
    (second,) = load_tasks(tmp_path / "tasks" / "wide" / "c" / "a.cil.yml")
    assert [(task.expected, task.data_model.value) for task in (first, second)] == [(True, "ILP32"), (False, "LP64")]
    assert [task.files[0].read_text() for task in (first, second)] == [PROGRAM, PROGRAM]


def test_another_program_than_the_table_names_is_refused(tables: Path, tmp_path: Path) -> None:
    table = tables / "wide.csv"
    table.write_text(table.read_text().replace(hashlib.sha256(PROGRAM.encode()).hexdigest(), "0" * 64))
    with pytest.raises(Refused, match=r"c/a\.cil\.c of .* is another program than wide\.csv names"):
        list(lay_out(tmp_path / "tasks", tables))


def test_a_repository_that_cannot_be_fetched_is_named(tables: Path, tmp_path: Path) -> None:
    table = tables / "corpus.csv"
    table.write_text(table.read_text().replace("/programs,", "/missing,"))
    with pytest.raises(Refused, match=r"git fetch: .*missing"):
        list(lay_out(tmp_path / "tasks", tables))


def test_the_tables_name_949_tasks() -> None:
    assert [len((TABLES / f"{name}.csv").read_text().splitlines()) - 1 for name in ("corpus", "wide")] == [372, 577]
