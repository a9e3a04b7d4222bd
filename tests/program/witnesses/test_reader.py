"""Witness files: what is read, and what is refused where."""

from __future__ import annotations

import pytest

from tests.program.witnesses.texts import invariants, violation
from verilab.program.errors import InputError
from verilab.program.types import DataModel
from verilab.program.witnesses.model import CorrectnessWitness, InvariantKind, ViolationWitness, WaypointKind
from verilab.program.witnesses.reader import parse_witness

CORRECT = invariants("a.c", ("loop", "8:3", "0 <= i"))
VIOLATED = violation("a.c", ("return 4:10 \\result == 3",), ("-branch 6 true", "branch 8 false"), ("target 9",))


def refused(text: str) -> InputError:
    with pytest.raises(InputError) as raised:
        parse_witness(text, "w.yml")
    assert raised.value.place.startswith("w.yml:")
    assert raised.value.hint
    return raised.value


def test_invariants_are_read_with_their_places() -> None:
    witness = parse_witness(CORRECT)
    assert isinstance(witness, CorrectnessWitness)
    (found,) = witness.invariants
    assert (found.kind, found.condition.text, found.location.line, found.location.column) == (InvariantKind.LOOP, "0 <= i", 8, 3)
    assert witness.task.data_model[0] is DataModel.ILP32
    assert witness.producer == "hand"


def test_segments_have_what_they_avoid_and_what_they_follow() -> None:
    witness = parse_witness(VIOLATED)
    assert isinstance(witness, ViolationWitness)
    first, second, last = witness.sequences[0]
    assert first.follow.condition is not None
    assert first.follow.condition.text == "\\result == 3"
    assert [each.branch for each in second.avoid] == ["true"]
    assert second.follow.location.column is None
    assert last.follow.kind is WaypointKind.TARGET


def test_keys_that_the_format_does_not_know_are_passed_over() -> None:
    assert parse_witness(CORRECT.replace("      line", "      line").replace("language: C", "language: C\n      remark: none"))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('format_version: "2.0"', 'format_version: "1.0"', "format_version '1.0'"),
        ("data_model: ILP32", "data_model: ILP23", "did you mean ILP32"),
        ("entry_type: invariant_set", "entry_type: invariants_set", "did you mean invariant_set"),
        ("language: C", "langage: C", "did you mean language"),
        ("language: C", "language: Java", "language 'Java'"),
        ("0" * 64, "0" * 63, "no SHA-256"),
        ("type: loop_invariant", "type: loop_invariants", "did you mean loop_invariant"),
        ("line: 8", "line: 0", "no number of a line"),
        ("line: 8", "line: eight", "no number of a line"),
        ("format: c_expression", "format: smt", "format 'smt'"),
        ("input_files: [a.c]", "input_files: [a.c, b.c]", "2 files"),
        ("input_files: [a.c]", "input_files: []", "input_files is empty"),
        ('"0 <= i"', '""', "'value' is empty"),
        ('"0 <= i"', "[i]", "value is a text"),
    ],
)
def test_what_the_format_does_not_have_is_refused(old: str, new: str, message: str) -> None:
    assert old in CORRECT
    error = refused(CORRECT.replace(old, new, 1))
    assert message in str(error)


@pytest.mark.parametrize(
    ("segments", "message"),
    [
        ((("branch 6 true",),), "does not end in a target"),
        ((("target 9",), ("target 9",)), "ends a segment before the last"),
        ((("branch 6 true", "target 9"),), "one waypoint to follow"),
        ((("-target 9", "target 9"),), "a target cannot be avoided"),
        ((("-branch 6 true",),), "the last waypoint of a segment is to be followed"),
        ((("branch 6 maybe",), ("target 9",)), "'maybe' is no branch"),
        ((("branch 6",), ("target 9",)), "no 'constraint'"),
        ((("enter 6 1",), ("target 9",)), "has no constraint"),
    ],
)
def test_segments_that_are_none_are_refused(segments: tuple[tuple[str, ...], ...], message: str) -> None:
    assert message in str(refused(violation("a.c", *segments)))


def test_aliases_do_not_blow_up() -> None:
    levels = [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 20)]
    error = refused("\n".join(["a0: &a0 [x]", *levels]))
    assert "anchors and aliases" in str(error)


@pytest.mark.parametrize(
    "text", ["", "- [", "a: b: c", "- !!python/object/apply:os.system [ls]", "\0", "[" * 5000, "- a\n---\n- b", "&a [*a]"]
)
def test_what_is_no_witness_is_refused(text: str) -> None:
    refused(text)


def test_two_kinds_of_entries_are_refused() -> None:
    assert "in one witness" in str(refused(CORRECT + VIOLATED))
