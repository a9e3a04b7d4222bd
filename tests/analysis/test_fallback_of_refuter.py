"""Whom the refinement of the predicate analysis asks after an answer, and after none."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from pysmt.environment import Environment
from pysmt.fnode import FNode
from pysmt.typing import INT

from verilab.analysis.candidates import Increment
from verilab.analysis.predicate.choices import Extraction, Fallback
from verilab.analysis.predicate.interpolation import Refutation, Refuter
from verilab.analysis.predicate.predicates import Predicates
from verilab.formulas.blocks.block import Block
from verilab.program.control import ControlPoint
from verilab.solving.interpolation import Failed, Interpolants, Outcome


class Scripted:
    """Answers with one formula, or with none."""

    def __init__(self, name: str, answer: FNode | None) -> None:
        self.procedure = name
        self.answer = answer
        self.asked = 0

    def sequence(self, partitions: Sequence[FNode], *, timeout: float | None = None) -> Outcome:
        self.asked += 1
        return Failed("no idea", self.procedure) if self.answer is None else Interpolants((self.answer,), self.procedure)

    def close(self) -> None:
        pass


class TwoSteps:
    """A path of two steps whose cut's symbols are the program's; the point of the cut is any object."""

    def __init__(self, *partitions: FNode) -> None:
        self.partitions = partitions
        self.points: Sequence[ControlPoint] = (object(), object(), object())  # type: ignore[assignment]  # only compared
        self.blocks: Sequence[Block] = ()

    def to_state(self, formula: FNode, cut: int) -> FNode:
        return formula


class Bench:
    """x < 0 and x > 3: "old" answers x < 0, which teaches nothing new, "new" x <= 3; "mute" has no answer."""

    def __init__(self, fallback: Fallback, *order: str) -> None:
        environment = Environment()
        m = environment.formula_manager
        x = m.Symbol("x", INT)
        old, predicates = m.LT(x, m.Int(0)), Predicates(environment)
        self.known = predicates.extract(old, Extraction.ATOMS)
        answers = {"old": old, "new": m.LE(x, m.Int(3)), "mute": None}
        self.procedures = [Scripted(name, answers[name]) for name in order]
        self.trace = TwoSteps(old, m.LT(m.Int(3), x))
        self.trace.blocks = (self, self)  # type: ignore[assignment]  # only their size and exits are asked for
        self.refuter = Refuter(predicates, self.procedures, fallback=fallback)

    edge_count, exit = 1, ()

    def ask(self) -> Refutation | str:
        return self.refuter.refute(self.trace, self.is_new)

    def is_new(self, increment: Increment) -> bool:
        return not increment.all <= self.known

    @property
    def asked(self) -> list[str]:
        return [procedure.procedure for procedure in self.procedures for _ in range(procedure.asked)]


@pytest.mark.parametrize(
    ("fallback", "order", "asked", "provenance"),
    [
        (Fallback.NEW, ("old", "new"), ["old", "new"], "new (after old: nothing new)"),
        (Fallback.ANSWER, ("old", "new"), ["old"], "old"),
        (Fallback.ANSWER, ("mute", "old"), ["mute", "old"], "old (after mute: no idea)"),
        (Fallback.NONE, ("old", "new"), ["old"], "old"),
    ],
)
def test_the_next_procedure_is_asked_where_the_fallback_says_so(
    fallback: Fallback, order: tuple[str, ...], asked: list[str], provenance: str
) -> None:
    bench = Bench(fallback, *order)
    answer = bench.ask()
    assert isinstance(answer, Refutation)
    assert (bench.asked, answer.provenance) == (asked, provenance)


def test_without_fallback_a_failure_is_the_end() -> None:
    bench = Bench(Fallback.NONE, "mute", "new")
    assert bench.ask() == "mute: no idea"
    assert bench.asked == ["mute"]
