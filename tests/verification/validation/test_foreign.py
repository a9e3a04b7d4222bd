"""Witnesses as other verifiers write them, by hand for programs of our own: each with the answer that it deserves."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest
from typer.testing import CliRunner

from verilab.cli.app import app

LOOP = """\
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
void __VERIFIER_assert(int cond) {
  if (!cond) {
    ERROR: reach_error();
  }
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  int i = 0;
  int even = 0;
  if (n < 0 || n > 1000) {
    return 0;
  }
  while (i < n) {
    i = i + 1;
    even = 1 - even;
  }
  __VERIFIER_assert(i == n);
  return 0;
}
"""
BUG = """\
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int scale(int x) {
  return 3 * x;
}
int main(void) {
  int a = __VERIFIER_nondet_int();
  int b = __VERIFIER_nondet_int();
  if (a > 10 || a < 0)
    return 0;
  if (b == 2) {
    a = scale(a);
  }
  for (int i = 0; i < 3; i++) {
    a++;
  }
  if (a == 18) {
    reach_error();
  }
  return 0;
}
"""
FILES = {"loop": LOOP, "bug": BUG}


def digest(name: str) -> str:
    return hashlib.sha256(FILES[name].encode()).hexdigest()


def quoted(kind: str, name: str, content: str) -> str:
    """With everything in quotes, and the file by a path relative to some other folder."""
    return f'''- entry_type: "{kind}"
  metadata:
    format_version: "2.0"
    uuid: "0b9c1c0e-25b0-4a6c-9d6a-5d4f16d5ffb5"
    creation_time: "2025-01-07T10:11:12Z"
    producer:
      name: "CPAchecker"
      version: "4.0"
      configuration: "svcomp25"
      command_line: "cpachecker --svcomp25 --spec unreach-call.prp {name}.c"
    task:
      input_files:
      - "../benchmarks/c/{name}.c"
      input_file_hashes:
        "../benchmarks/c/{name}.c": "{digest(name)}"
      specification: "G ! call(reach_error())"
      data_model: "ILP32"
      language: "C"
  content:{content}
'''


def plain(kind: str, name: str, content: str) -> str:
    """Without quotes, an absolute path, and the text of the property file as it is."""
    return f"""- entry_type: {kind}
  metadata:
    format_version: '2.0'
    uuid: 1a2b3c4d-0000-4000-8000-abcdefabcdef
    creation_time: 2024-11-30T09:01:02+01:00
    producer:
      name: Automizer
      version: 0.3.0-dev-d790fec
    task:
      input_files:
      - /storage/benchmarks/c/{name}.c
      input_file_hashes:
        /storage/benchmarks/c/{name}.c: {digest(name)}
      specification: |+
        CHECK( init(main()), LTL(G ! call(reach_error())) )

      data_model: ILP32
      language: C
  content:{content}
"""


def claim(place: str, value: str, kind: str = "loop_invariant", format: str = "c_expression", name: str = "../benchmarks/c/loop.c") -> str:
    line, column = place.split(":")
    return f"""
  - invariant:
      type: {kind}
      location:
        file_name: {name}
        line: {line}
        column: {column}
      value: "{value}"
      format: {format}"""


def way(*waypoints: str) -> str:
    """Each ``[-]TYPE LINE[:COLUMN] [CONSTRAINT]``, a segment that ends with those that are to be followed."""
    text, fresh = "", True
    for waypoint in waypoints:
        kind, place, *constraint = waypoint.removeprefix("-").split(" ", 2)
        line, _, column = place.partition(":")
        text += "\n  - segment:" * fresh
        text += f"""
    - waypoint:
        type: {kind}
        action: {"avoid" if waypoint.startswith("-") else "follow"}
        location:
          file_name: bug.c
          line: {line}"""
        text += f"\n          column: {column}" * bool(column)
        text += f"\n        constraint:\n          value: '{constraint[0]}'" if constraint else ""
        fresh = not waypoint.startswith("-")
    return text


OLD = """- entry_type: loop_invariant
  metadata: {format_version: "0.1"}
  location: {file_name: loop.c, line: 15, column: 3}
  loop_invariant: {string: "i <= n", type: assertion, format: C}
"""
CONTRACT = """
  - function_contract:
      location: {file_name: loop.c, line: 3, column: 1}
      requires: "cond == 1"
      format: c_expression"""
GRAPHML = '<?xml version="1.0" encoding="UTF-8"?>\n<graphml xmlns="http://graphml.graphdrawing.org/xmlns"><graph/></graphml>\n'
KINDS = ("invariant_set", "violation_sequence")


def correct(content: str) -> str:
    return quoted(KINDS[0], "loop", content)


def violating(*waypoints: str) -> str:
    return quoted(KINDS[1], "bug", way(*waypoints))


CASES = {
    "inductive": (correct(claim("15:3", "((0 <= i) && (i <= n))")), "confirmed (the invariants are inductive and exclude the error)"),
    "wide casts": (
        plain(KINDS[0], "loop", claim("15:3", "((long long) i <= n) && (0 <= ((__int128) i))")),
        "confirmed (the invariants are",
    ),
    "not inductive": (correct(claim("15:3", "even != 2")), "verification strengthened them"),
    "at locations": (correct(claim("16:5", "i <= 999", "location_invariant") + claim("19:3", "i == n", "location_invariant")), "confirmed"),
    "false where nobody comes": (correct(claim("5:12", "0", "location_invariant")), "confirmed"),
    "none": (correct(" []"), "confirmed (it claims no invariant"),
    "wrong": (correct(claim("15:3", "i < n")), "rejected (loop_invariant i < n at line 15 does not hold"),
    "unsafe program": (quoted(KINDS[0], "bug", claim("14:3", "i <= 3", name="bug.c")), "rejected (the program reaches the error"),
    "hash": (correct(claim("15:3", "i <= n")).replace(digest("loop"), "ab" * 32), "confirmed (the invariants"),
    "column": (correct(claim("15:4", "i <= n")), "at loop.c:15:4 there is not the keyword of a loop"),
    "line": (correct(claim("16:3", "i <= n")), "at loop.c:16:3 there is not the keyword of a loop"),
    "nothing": ("", "the file is empty"),
    "null content": (correct(""), "content is a list"),
    "returned": (
        plain(KINDS[1], "bug", way(r"function_return 7:33 \result == 5", r"function_return 8:33 \result == 2", "target 18:5")),
        "confirmed (an execution that it describes reaches the error at line 18",
    ),
    "assumed, branched, entered": (
        violating("assumption 8:3 a == 5", "branching 9:3 false", "branching 11:3 true", "function_enter 12:16", "target 18:5"),
        "confirmed",
    ),
    "target alone": (violating("target 18"), "confirmed"),
    "never": (
        violating(r"function_return 7:33 \result == 4", "target 18:5"),
        "rejected (no execution that it describes reaches the error)",
    ),
    "the only way avoided": (violating("-function_enter 12:16", "target 18:5"), "rejected (no execution that it describes"),
    "no such place": (violating(r"function_return 7:11 \result == 5", "target 18:5"), "on that line there is one at column 33"),
    "version 2.1": (correct(claim("15:3", "i <= n")).replace('"2.0"', '"2.1"'), "confirmed"),
    "ghosts": (correct("").replace(KINDS[0], "ghost_instrumentation"), "unknown (w.yml:1:15: error: ghost variables"),
    "transitions": (correct(claim("15:3", "1", "loop_transition_invariant")), "transition invariants (a later version): not read"),
    "extended C": (correct(claim("15:3", "1", format="ext_c_expression")), "extended C expressions (a later version): not read"),
    "contract": (correct(CONTRACT), "function contracts (a later version): not read"),
    "version 0.1": (OLD, "format_version 0.1: not read"),
    "version 3": (correct("").replace('"2.0"', '"3.0"'), "format_version '3.0': not read"),
    "GraphML": (GRAPHML, "witnesses in XML (GraphML, format 1.0): not read"),
    "other property": (correct(" []").replace("G ! call(reach_error())", "G ! overflow"), "the property no-overflow is not supported"),
}


@pytest.mark.parametrize("case", CASES)
def test_a_witness_of_another_verifier_has_the_answer_that_it_deserves(case: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text, message = CASES[case]
    monkeypatch.chdir(tmp_path)
    Path("w.yml").write_text(text)
    name = "bug" if "bug.c" in text else "loop"
    Path(f"{name}.c").write_text(FILES[name])
    result = CliRunner().invoke(app, ["validate", "w.yml", f"{name}.c", "--time-limit", "60"])
    printed = " ".join(result.output.split())
    assert message in printed
    (answer,) = {"confirmed", "rejected", "unknown"} & set(printed.partition("RESULT: ")[2].split())
    assert result.exit_code == {"confirmed": 0, "rejected": 1, "unknown": 3}[answer]
    not_read = "not read" in printed or "not supported" in printed
    assert answer == ("confirmed" if "confirmed" in message or "strengthened" in message else "unknown" if not_read else "rejected")
