"""Programs with joins and loops whose verdict is known, because all their executions were run: their only inputs are truth values."""

from __future__ import annotations

import random
import re
from collections import Counter
from dataclasses import dataclass

from property_tests.joined_programs.generator import SCALARS, JoinedProgram, joined_program
from verilab.evidence.interpretation.inputs import NoInputError
from verilab.evidence.interpretation.interpreter import Interpreter
from verilab.evidence.interpretation.outcomes import Ended, OutOfInputs, Run
from verilab.program.cfa import Edge, Program
from verilab.program.lowering import lower
from verilab.program.syntax import parse_text
from verilab.program.types import DataModel, IntType

MOST_EXECUTIONS = 400
STEP_LIMIT = 3_000


@dataclass(frozen=True)
class Judged:
    """A program and whether its error is unreachable."""

    seed: int
    text: str
    safe: bool


def _with_small_inputs(text: str, rng: random.Random) -> str:
    def small(match: re.Match[str]) -> str:
        return f"(__VERIFIER_nondet_bool() ? {rng.choice(('0', '1', '2'))} : {rng.choice(('1', '3', '-1', '200'))})"

    head, main = text.split("struct A {", 1)
    return f"{head}struct A {{{re.sub(r'__VERIFIER_nondet_(?!bool)[a-z]+[(][)]', small, main)}"


def _with_error(program: JoinedProgram, text: str, place: str, value: int) -> str:
    """The program whose only error is that a place has this value at the end."""
    return re.sub(r"if \(\(\(.*== 12345\) reach_error\(\);", f"if ({place} == {value}) reach_error();", text)


def judged(seed: int) -> Judged | None:
    """A program with this seed; None where it has too many executions, or undefined ones."""
    rng = random.Random(seed)
    place = rng.choice((*SCALARS, "sa.f", "arr[1]", "un.w", "bf.b"))
    joined = joined_program(seed)
    plain = _with_small_inputs(joined.text, rng)
    observed = re.sub(
        r"if \(\(\(.*== 12345\) reach_error\(\);", f"static long long seen; seen = {place}; if (seen == 12345) reach_error();", plain
    )
    program = lower(parse_text(observed, "judged.c", DataModel.LP64), DataModel.LP64)
    ends = _all_ends(program)
    if not ends:
        return None
    safe = rng.random() < 0.5
    rare = min(ends, key=lambda value: (ends[value], value))
    candidates = [value for value in (rare + 1, rare - 1, 0, 1, 2, -1, 5777, 200) if value not in ends]
    return Judged(seed, _with_error(joined, plain, place, candidates[0] if safe else rare), safe)


def _all_ends(program: Program) -> Counter[int] | None:
    """The final values of ``seen`` in all executions; None where they are too many or something is undefined."""
    interpreter, slot = Interpreter(program), program.variable("main::seen").slot
    ends: Counter[int] = Counter()
    pending: list[tuple[int, ...]] = [()]
    for _ in range(MOST_EXECUTIONS):
        if not pending:
            return ends
        script = pending.pop()
        run = _scripted(interpreter, script)
        if run.notes:
            return None
        if isinstance(run.outcome, OutOfInputs):
            pending += [(*script, 0), (*script, 1)]
        elif not isinstance(run.outcome, Ended):
            return None
        elif run.outcome.how == "returned":
            value = run.state[slot]
            if not isinstance(value, int):
                return None
            ends[value] += 1
    return None


def _scripted(interpreter: Interpreter, script: tuple[int, ...]) -> Run:
    taken = iter(script)

    def value(edge: Edge, type: IntType) -> int:
        for bit in taken:
            return bit
        raise NoInputError

    return interpreter.run(value, step_limit=STEP_LIMIT, record=False)
