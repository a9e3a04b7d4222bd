"""Verdicts on a program with a symbolic counter (``verilab.program.symbolic_counter``) as verdicts on the original program.

A violation keeps the edges that are copies, and its choices.  The invariant I of the loop's head, over pc and the program's variables, is
one invariant per control point p of the original:  I[number of p / pc].
"""

from __future__ import annotations

from collections.abc import Callable

from pysmt.fnode import FNode

from verilab.analysis.invariants import Invariants, Region
from verilab.formulas.terms.rewriting import Rewriter
from verilab.formulas.vocabulary import Vocabulary
from verilab.program.symbolic_counter import SymbolicCounter
from verilab.refinement.verdicts import Safe, Unknown, Unsafe, Verdict


def on_original(verdict: Verdict, counter: SymbolicCounter, vocabulary: Callable[[str], Vocabulary]) -> Verdict:
    """The verdict with its evidence said of the original program; ``vocabulary``: that of ``counter.program`` in an encoding."""
    match verdict:
        case Safe(invariants=invariants):
            return Safe(invariants_of(invariants, counter, vocabulary))
        case Unsafe(counterexample=counterexample):
            return Unsafe(counter.original(counterexample))
        case Unknown():
            return verdict


# The numbered points' blocks are those of the head's loop, so that the instances are inductive where I is.
def invariants_of(invariants: Invariants, counter: SymbolicCounter, vocabulary: Callable[[str], Vocabulary]) -> Invariants:
    """The instances of the head's invariant; what is claimed inside of the loop's body is implied, and left out.

    So is the instance at the entry: it is true, but perhaps only for values in the range of their types.
    TypeError where the claim at the head is no formula.
    """
    claims = [claim for point, claim in invariants.items() if point.location is counter.head]
    if not claims:
        return {}
    (claim,) = claims
    if not isinstance(claim, Region):
        raise TypeError(f"a symbolic counter needs a formula as the invariant of its loop, not {type(claim).__name__}")
    symbols = vocabulary(claim.encoding)
    return {
        point: Region(_instance(claim.formula, number, counter, symbols), claim.encoding)
        for point, number in counter.numbers.items()
        if point is not counter.entry
    }


def _instance(formula: FNode, number: int, counter: SymbolicCounter, vocabulary: Vocabulary) -> FNode:
    """The formula where the counter has that number, simplified."""
    pc = vocabulary.symbol((counter.counter, 0))
    value = vocabulary.encoding.constant_term(number, counter.counter.type)
    instance = Rewriter(vocabulary.terms, lambda symbol: value if symbol is pc else symbol)(formula)
    simplified: FNode = vocabulary.terms.environment.simplifier.simplify(instance)
    return simplified
