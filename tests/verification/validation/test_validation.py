"""Witnesses of small programs: confirmed where they are true, rejected with the reason where they are not."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.program.witnesses.texts import digest_of, invariants, violation
from verilab.program.errors import InputError
from verilab.program.tasks import Task
from verilab.program.types import DataModel
from verilab.program.witnesses.reader import parse_witness
from verilab.verification.configuration import Configuration
from verilab.verification.serving.answers import RejectedInput
from verilab.verification.validation.subject import Metadata, subject
from verilab.verification.validation.validate import Answer, Validation, validate

COUNT = """\
extern int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0) return 0;
  int i = 0, s = 0;
  while (i < n) {
    i++;
    s = s > 998 ? 0 : s + 2;
  }
  if (i != n) reach_error();
  return 0;
}
"""
CALLS = """\
extern int __VERIFIER_nondet_int(void);
void reach_error(void);
static int twice(int x) {
  return 2 * x;
}
static void check(int c) {
  if (!c) {
    reach_error();
  }
}
int main(void) {
  int a = __VERIFIER_nondet_int();
  int b = __VERIFIER_nondet_int() > 0 ? 1 : 2;
  if (a < 0 || a > 10) return 0;
  switch (a) {
    case 3:
      a = twice(a);
      break;
    case 4:
    default:
      a = 0;
  }
  for (int k = 0; k < 2; k++) b++;
  do { b++; } while (b < 4);
  check(a != 6 || b != 5);
  return 0;
}
"""
LABEL = """\
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 7)
    goto ERROR;
  return 0;
  ERROR: return 1;
}
"""
LIMITS = Configuration(time_limit=60)


def answer(folder: Path, program: str, text: str) -> Validation:
    """Of a witness whose hash is put right."""
    file = folder / "p.c"
    file.write_text(program)
    witness = parse_witness(text.replace("0" * 64, digest_of(file)), "w.yml")
    return validate(witness, subject(witness, Task("p", (file,), definition=file)), LIMITS)


@pytest.mark.parametrize(
    ("claims", "inductive"),
    [
        ([("loop", "7:3", "0 <= i && i <= n")], True),
        ([("loop", "7", "i >= 0"), ("loop", "7", "i <= n")], True),
        ([("loop", "7:3", "s <= 1000")], False),
        ([("location", "8:5", "i < n"), ("location", "11", "i >= n")], False),
        ([("loop", "7", "n >= 0 && (unsigned int) i <= (unsigned int) n"), ("location", "12", "i == n")], True),
        ([], False),
    ],
)
def test_true_invariants_are_confirmed(tmp_path: Path, claims: list[tuple[str, str, str]], inductive: bool) -> None:
    answered = answer(tmp_path, COUNT, invariants("p.c", *claims))
    assert answered.answer is Answer.CONFIRMED
    assert ("inductive and exclude" in answered.reason) is inductive


@pytest.mark.parametrize(
    ("claim", "shown"),
    [
        (("loop", "7", "i < n"), "i < n at line 7 does not hold"),
        (("location", "8:5", "s != 4"), "s != 4 at line 8 does not hold"),
        (("location", "12", "n != 3"), "__VERIFIER_nondet_int = 3"),
    ],
)
def test_false_invariants_are_rejected_with_the_inputs_that_break_them(tmp_path: Path, claim: tuple[str, str, str], shown: str) -> None:
    answered = answer(tmp_path, COUNT, invariants("p.c", claim))
    assert answered.answer is Answer.REJECTED
    assert shown in answered.reason


@pytest.mark.parametrize("program", [CALLS, LABEL])
def test_a_program_that_is_not_correct_has_no_correctness_witness(tmp_path: Path, program: str) -> None:
    specification = "G ! label(ERROR)" if program is LABEL else "G ! call(reach_error())"
    answered = answer(tmp_path, program, invariants("p.c", ("location", "3", "1"), specification=specification))
    assert answered.answer is Answer.REJECTED
    assert "reaches the error" in answered.reason


TRUE_WAYS: list[list[tuple[str, ...]]] = [
    [("target 8:5",)],
    [("return 12:33 \\result == 3",), ("target 8",)],
    [("assume 14 a == 3",), ("branch 15 3",), ("enter 17:18",), ("return 17:18 \\result == 6",), ("target 8",)],
    [("-branch 15:3 default", "enter 25:25"), ("branch 7 true",), ("target 8",)],
    [("branch 13:38 false",), ("branch 23 true",), ("branch 23 true",), ("branch 23 false",), ("target 8",)],
    [("branch 24:3 false",), ("assume 25 b == 5",), ("target 8",)],
    [("assume 4:3 x == 3",), ("target 8",)],
]
WRONG_WAYS: list[list[tuple[str, ...]]] = [
    [("return 12:33 \\result == 4",), ("target 8",)],
    [("branch 15 default",), ("target 8",)],
    [("-branch 15 3", "target 8")],
    [("branch 13:38 true",), ("target 8",)],
    [("branch 23 false",), ("target 8",)],
    [("-enter 17:18", "target 8")],
    [("branch 7 true",), ("target 25",)],
]


@pytest.mark.parametrize("way", TRUE_WAYS)
def test_ways_to_the_error_are_confirmed(tmp_path: Path, way: list[tuple[str, ...]]) -> None:
    answered = answer(tmp_path, CALLS, violation("p.c", *way))
    assert answered.answer is Answer.CONFIRMED
    assert "replayed without the witness" in answered.checked_by
    assert "__VERIFIER_nondet_int = 3" in answered.reason


@pytest.mark.parametrize("way", WRONG_WAYS)
def test_ways_that_no_execution_goes_are_rejected(tmp_path: Path, way: list[tuple[str, ...]]) -> None:
    assert answer(tmp_path, CALLS, violation("p.c", *way)).answer is Answer.REJECTED


def test_labels_are_errors_where_the_specification_says_so(tmp_path: Path) -> None:
    text = violation("p.c", ("assume 4:3 x > 6",), ("target 7",), specification="G ! label(ERROR)")
    assert answer(tmp_path, LABEL, text).answer is Answer.CONFIRMED
    text = text.replace("x > 6", "x < 6")
    assert answer(tmp_path, LABEL, text).answer is Answer.REJECTED


@pytest.mark.parametrize(
    ("claim", "message"),
    [
        (("loop", "8", "1"), "there is not the keyword of a loop"),
        (("loop", "7:4", "1"), "there is one at column 3"),
        (("loop", "99", "1"), "line 99 is outside of p.c"),
        (("loop", "7", "zz > 0"), "'zz' is not declared"),
        (("location", "4", "i > 0"), "'i' is not declared"),
        (("loop", "7", "i +"), "is no C expression"),
        (("loop", "7", "i); reach_error(); (1"), "is no C expression"),
        (("loop", "7", "1) ; } void f(void) { (1"), "is no C expression"),
        (("loop", "7", "i = 0"), "assigns"),
        (("loop", "7", "i++ > 0"), "has side effects"),
        (("loop", "7", "__VERIFIER_nondet_int()"), "calls a function"),
        (("loop", "7", "__verilab_holds_0"), "is no variable of the program"),
    ],
)
def test_invariants_that_mean_nothing_are_refused_at_their_place(tmp_path: Path, claim: tuple[str, str, str], message: str) -> None:
    with pytest.raises((InputError, RejectedInput)) as raised:
        answer(tmp_path, COUNT, invariants("p.c", claim))
    assert str(raised.value).startswith("w.yml:1")
    assert message in str(raised.value)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("file_name: p.c", "file_name: q.c", "is not the program's file"),
        ("call(reach_error())", "overflow", "no-overflow is not supported"),
    ],
)
def test_witnesses_of_something_else_are_refused(tmp_path: Path, old: str, new: str, message: str) -> None:
    with pytest.raises((InputError, RejectedInput), match=message):
        answer(tmp_path, COUNT, invariants("p.c", ("loop", "7", "1")).replace(old, new))


def test_the_hash_has_to_be_that_of_the_program(tmp_path: Path) -> None:
    file = tmp_path / "p.c"
    file.write_text(COUNT)
    witness = parse_witness(invariants("p.c", ("loop", "7", "1")), "w.yml")
    with pytest.raises(InputError, match="another version") as raised:
        subject(witness, Task("p", (file,), definition=file), Metadata.STRICT)
    assert digest_of(file) in str(raised.value)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [("{p.c: ", "{q.c: ", "no hash of"), ("0" * 64, "1" * 64, "another version of"), ("data_model: ILP32", "data_model: LP64", "for LP64")],
)
def test_metadata_that_are_not_the_tasks_are_a_warning_unless_asked_otherwise(tmp_path: Path, old: str, new: str, told: str) -> None:
    file, definition = tmp_path / "p.c", tmp_path / "p.yml"
    file.write_text(COUNT)
    text = invariants("p.c", ("loop", "7", "1"))
    assert old in text
    witness = parse_witness(text.replace(old, new).replace("0" * 64, digest_of(file)), "w.yml")
    task = Task("p", (file,), definition=definition, data_model=DataModel.ILP32)
    warnings: list[str] = []
    assert subject(witness, task, warn=warnings.append).data_model is DataModel.ILP32
    (warning,) = warnings
    assert told in warning
    with pytest.raises(InputError, match=told):
        subject(witness, task, Metadata.STRICT)
