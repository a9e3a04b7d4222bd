"""Tasks come from definitions, sets and bare files; what is wrong with them is said with its place."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from verilab.program.errors import InputError
from verilab.program.tasks import Task, load_tasks
from verilab.program.tasks.properties import ANY_CONVENTION, UnsupportedPropertyError
from verilab.program.types import DataModel

REACH = "CHECK( init(main()), LTL(G ! call(reach_error())) )\n"
OVERFLOW = "CHECK( init(main()), LTL(G ! overflow) )\n"
DEFINITION = """format_version: '2.0'
input_files: 'p.c'
properties:
  - property_file: ../properties/unreach-call.prp
    expected_verdict: false
options:
  language: C
  data_model: LP64
"""
LISTED = "  - property_file: ../properties/unreach-call.prp\n    expected_verdict: false\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "properties").mkdir()
    (tmp_path / "properties" / "unreach-call.prp").write_text(REACH)
    (tmp_path / "properties" / "no-overflow.prp").write_text(OVERFLOW)
    (tmp_path / "family").mkdir()
    for name in ("p.c", "q.c", "r.i"):
        (tmp_path / "family" / name).write_text("int main(void) { return 0; }\n")
    return tmp_path / "family"


def define(folder: Path, text: str, name: str = "p.yml") -> Path:
    (folder / name).write_text(text)
    return folder / name


def refusal(path: Path, **options: Any) -> InputError:
    with pytest.raises(InputError) as caught:
        load_tasks(path, **options)
    return caught.value


def test_a_definition_says_everything(folder: Path) -> None:
    (task,) = load_tasks(define(folder, DEFINITION))
    assert task.name == "family/p"
    assert task.files == (folder / "p.c",)
    assert task.data_model is DataModel.LP64
    assert list(task.error_convention) == ["reach_error"]
    assert task.expected is False
    assert task.definition == folder / "p.yml"


def test_a_task_survives_json(folder: Path) -> None:
    for task in (*load_tasks(define(folder, DEFINITION)), *load_tasks(folder / "r.i")):
        assert Task.from_json(task.to_json()) == task


def test_format_1_has_no_options_and_may_list_files(folder: Path) -> None:
    text = "format_version: '1.0'\ninput_files:\n  - p.c\n  - q.c\nproperties:\n  - property_file: ../properties/unreach-call.prp\n"
    (task,) = load_tasks(define(folder, text), data_model=DataModel.LP64)
    assert [file.name for file in task.files] == ["p.c", "q.c"]
    assert task.expected is None
    assert task.data_model is DataModel.LP64


def test_the_supported_property_is_chosen_among_several(folder: Path) -> None:
    two = DEFINITION.replace("properties:\n", "properties:\n  - property_file: ../properties/no-overflow.prp\n    expected_verdict: true\n")
    (task,) = load_tasks(define(folder, two))
    assert list(task.error_convention) == ["reach_error"]
    assert task.expected is False
    missing = DEFINITION.replace("properties:\n", "properties:\n  - property_file: ../properties/termination.prp\n")
    assert load_tasks(define(folder, missing))[0].expected is False


def test_a_property_can_be_chosen_by_name(folder: Path) -> None:
    two = DEFINITION.replace("properties:\n", "properties:\n  - property_file: ../properties/no-overflow.prp\n")
    path = define(folder, two)
    assert load_tasks(path, property_name="unreach-call")[0].expected is False
    assert isinstance(refusal(path, property_name="no-overflow"), UnsupportedPropertyError)
    assert refusal(path, property_name="other").hint == "the definition lists no-overflow, unreach-call"


def test_unsupported_properties_are_refused_by_name(folder: Path) -> None:
    error = refusal(define(folder, DEFINITION.replace("unreach-call", "no-overflow")))
    assert isinstance(error, UnsupportedPropertyError)
    assert "no-overflow" in error.message


@pytest.mark.parametrize("name", ["p.c", "r.i"])
def test_a_bare_file_follows_any_convention(folder: Path, name: str) -> None:
    (task,) = load_tasks(folder / name)
    assert task.files == (folder / name,)
    assert task.error_convention == ANY_CONVENTION
    assert task.expected is None
    assert task.definition is None


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("'2.0'", "'3.0'", 1, "format_version '3.0' is not known"),
        ("format_version: '2.0'\n", "", 0, "'format_version' is missing"),
        ("property_file:", "propertyfile:", 4, "'property_file' is missing"),
        ("'p.c'", "'none.c'", 2, "the input file 'none.c' does not exist"),
        ("'p.c'", "{a: b}", 2, "an input file must be a text, not a mapping"),
        ("'p.c'", "[]", 2, "input_files is empty"),
        ("unreach-call.prp", "nowhere.prp", 4, "the property file '../properties/nowhere.prp' does not exist"),
        ("false", "maybe", 5, "the expected verdict 'maybe' is not known"),
        ("LP64", "LP65", 8, "the data model 'LP65' is not known"),
        ("language: C", "language: Java", 7, "the language 'Java' is not supported"),
        (
            "  - property_file: ../properties/unreach-call.prp\n    expected_verdict: false\n",
            "  x: 1\n",
            4,
            "properties must be a list, not a mapping",
        ),
        ("options:\n", "options:\n  language: C\n", 8, "'language' is given twice"),
        ("options:", "options", 7, "not YAML"),
        ("'p.c'", "'p.c", 9, "not YAML"),
        ("'p.c'", "*a", 2, "not YAML"),
        ("'p.c'", "\x07", 1, "not YAML"),
    ],
)
def test_a_malformed_definition_is_refused_at_its_line(folder: Path, old: str, new: str, line: int, message: str) -> None:
    error = refusal(define(folder, DEFINITION.replace(old, new, 1)))
    assert message in error.message
    assert error.line == line


@pytest.mark.parametrize(
    "text",
    ["", "- a\n- b\n", "just text", "[" * 200, "[" * 50_000, "- " * 9000, "&a [*a]", "? [1]\n: 2\n", "x" * 300_000],
    ids=["nothing", "list", "text", "brackets", "many brackets", "nested lists", "itself", "odd key", "long"],
)
def test_what_is_no_definition_is_refused(folder: Path, text: str) -> None:
    assert refusal(define(folder, text)).message


def test_a_set_lists_tasks_in_order_and_each_once(folder: Path) -> None:
    define(folder, DEFINITION.replace("p.c", "q.c"), "b.yml")
    define(folder, DEFINITION, "a.yml")
    define(folder, DEFINITION.replace("unreach-call", "no-overflow"), "c.yml")
    (folder.parent / "all.set").write_text("# comment\n\nfamily/b.yml\nfamily/*.yml  # rest\nfamily/r.i\n")
    assert [task.name for task in load_tasks(folder.parent / "all.set")] == ["family/b", "family/a", "family/r"]


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("\nnone/*.yml\n", 2, "'none/*.yml' matches no file"),
        ("family/**\n", 1, "no pattern of a set"),
        ("properties/*.prp\n", 1, "matches no task"),
        ("# nothing\n", 0, "names no task"),
        ("family/c.yml\n", 4, "no-overflow is not supported"),
    ],
)
def test_a_set_without_tasks_is_refused(folder: Path, text: str, line: int, message: str) -> None:
    define(folder, DEFINITION.replace("unreach-call", "no-overflow"), "c.yml")
    (folder.parent / "all.set").write_text(text)
    error = refusal(folder.parent / "all.set")
    assert message in error.message
    assert line in (error.line, 4)


def test_what_is_no_task_is_refused_with_what_is(folder: Path) -> None:
    (folder / "notes.txt").write_text("hello")
    assert refusal(folder).message == "is a directory"
    assert refusal(folder / "none.yml").message == "no such file"
    assert refusal(folder / "notes.txt").message == "a file of kind '.txt' is no task"
    assert refusal(folder / ("x" * 5000 + ".c")).message.startswith(("no such file", "cannot be read"))
    assert refusal(folder / "a\0.c").message
    os.mkfifo(folder / "pipe.c")
    (folder / "endless.c").symlink_to("/dev/zero")
    for name in ("pipe.c", "endless.c"):
        assert refusal(folder / name).message == "is a pipe or a device, and no file"
