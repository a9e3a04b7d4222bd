"""Predicate abstraction along a sequence: what predicates, whoever names them, make of a contradiction.

    state_0 = true;    state_k = what predicates of cut k can say of  state_(k-1) and A_k:
                           the literals that it implies (cartesian abstraction), or the disjunction of its cubes (Boolean abstraction)

A_1 ⇒ state_1 and  state_(k-1) ∧ A_k ⇒ state_k  hold by construction; where  state_(n-1) ∧ A_n  is a contradiction too, the states are an
interpolant sequence, and whoever abstracts with these predicates excludes the path.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from itertools import islice

from pysmt.environment import Environment
from pysmt.fnode import FNode

from verilab.formulas.terms.construction import Terms
from verilab.formulas.terms.inspection import symbols
from verilab.formulas.terms.rewriting import Rewriter
from verilab.solving.backend import SolverGaveUp, SolverSession, Status

_INSTANCE = re.compile(r"@\d+\Z")


class Excluded(Enum):
    """Whether the last state contradicts the last partition."""

    YES = "yes"
    NO = "no"
    UNDECIDED = "undecided"


def abstracted(
    session: SolverSession,
    environment: Environment,
    partitions: Sequence[FNode],
    predicates: Sequence[Iterable[FNode]],
    seconds: float | None = None,
    cubes: int = 0,
) -> tuple[list[FNode], Excluded]:
    """The states of all cuts under the predicates of each, and whether they exclude the sequence; nothing is asserted on ``session``.

    ``cubes``: how many a state may have that is abstracted to its cubes; one that has more is abstracted to literals.
    What the solver does not find out counts as not implied; after ``seconds`` of wall time nothing does.
    """
    terms = Terms(environment)
    end = None if seconds is None else time.monotonic() + seconds
    state, states, late = terms.true, [], False
    for partition, known in zip(partitions, predicates, strict=False):
        late = late or (end is not None and time.monotonic() > end)
        state = terms.true if late else _post(session, terms, (state, partition), list(known), cubes, end)
        states.append(state)
    if late:
        return states, Excluded.UNDECIDED
    rest = None if end is None else max(0.01, end - time.monotonic())
    status = session.check([state, partitions[-1]], timeout=rest)
    return states, {Status.UNSAT: Excluded.YES, Status.SAT: Excluded.NO}.get(status, Excluded.UNDECIDED)


def _post(session: SolverSession, terms: Terms, step: Sequence[FNode], predicates: Sequence[FNode], cubes: int, end: float | None) -> FNode:
    session.push()
    try:
        session.add(*step)
        if session.check() is Status.UNSAT:
            return terms.false
        if not predicates:
            return terms.true
        if cubes:
            enumeration = session.all_sat(predicates)
            parts = []
            late = False
            for part in islice(enumeration, cubes + 1):
                parts.append(part)
                late = end is not None and time.monotonic() > end
                if late:
                    break
            del enumeration  # its levels go with it
            if late:
                return terms.true
            if len(parts) <= cubes:
                return terms.disjunction([_cube(terms, predicates, part) for part in parts])
        entailed = session.implied(predicates)
    except SolverGaveUp:
        return terms.true
    finally:
        session.pop()
    return _cube(terms, predicates, entailed)


def _cube(terms: Terms, predicates: Sequence[FNode], values: Sequence[bool | None]) -> FNode:
    literals = [
        predicate if value else terms.negation(predicate) for predicate, value in zip(predicates, values, strict=True) if value is not None
    ]
    return terms.conjunction(literals)


class StatePredicates:
    """Predicates over the program's symbols and their instances: of ``f::x@3``, the state's symbol is ``f::x``.

    A formula that speaks of two instances of a symbol is about no state and has none.
    """

    def __init__(self, environment: Environment) -> None:
        self._terms = Terms(environment)

    def of_state(self, formula: FNode) -> FNode | None:
        """The formula over the state's symbols; None where it is about no single state."""
        bases: dict[FNode, str] = {}
        for symbol in symbols(formula):
            bases[symbol] = base_of(symbol)
        if len(set(bases.values())) < len(bases):
            return None
        return self._renamed(formula, bases)

    def at_cut(self, predicates: Iterable[FNode], shared: Sequence[FNode]) -> list[FNode]:
        """Those of the state's predicates all of whose symbols have an instance among the shared symbols, over the latest of these."""
        latest = {base_of(symbol): symbol for symbol in sorted(shared, key=_instance)}
        result: dict[FNode, None] = {}
        for predicate in predicates:
            names = {symbol: base_of(symbol) for symbol in symbols(predicate)}
            if names and all(base in latest for base in names.values()):
                moved = self._renamed(predicate, {symbol: str(latest[base].symbol_name()) for symbol, base in names.items()})
                if moved is not None:
                    result[moved] = None
        return list(result)

    def _renamed(self, formula: FNode, names: Mapping[FNode, str]) -> FNode | None:
        def replacement(symbol: FNode) -> FNode:
            return self._terms.symbol(names[symbol], symbol.symbol_type())

        try:
            return Rewriter(self._terms, replacement)(formula)
        except (KeyError, TypeError, ValueError):  # the name is another symbol's, of another sort
            return None


def base_of(symbol: FNode) -> str:
    """The name of a symbol without its instance."""
    return _INSTANCE.sub("", str(symbol.symbol_name()))


def _instance(symbol: FNode) -> int:
    instance = _INSTANCE.search(str(symbol.symbol_name()))
    return int(instance.group()[1:]) if instance else -1
