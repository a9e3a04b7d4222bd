"""Controls that interpolate nothing: what atoms that somebody names by themselves make of a path, for any solver.

    path-atoms     the atoms of the whole path that speak of one state, at every cut that knows their symbols
    core-atoms     those of an unsatisfiable core of it
    random-atoms   as many as path-atoms has, drawn over the symbols of the cut and the constants of the path, equally for equal seeds

The atoms are predicates of an abstraction along the path (``verilab.solving.predicate_paths``).  Where its last state contradicts the end,
the states are an interpolant sequence; otherwise these atoms do not separate the path, and there is none.  What a loop gains from
random-atoms, it does not owe to interpolation.
"""

from __future__ import annotations

import hashlib
import random
import time
from collections.abc import Sequence
from enum import Enum

import pysmt.operators as op
from pysmt.environment import Environment
from pysmt.fnode import FNode

from verilab.formulas.terms.construction import Terms
from verilab.formulas.terms.inspection import atoms, subterms
from verilab.solving.backend import SolverSession
from verilab.solving.engine import Sequent
from verilab.solving.interpolation import Failed, TimedOut
from verilab.solving.predicate_paths import Excluded, StatePredicates, abstracted

MOST = 64
"""Predicates of one cut."""
CUBES = 64
"""Of a state, where literals do not separate the path."""
LEAST_DRAWN = 4
"""Of one cut at which the path has fewer atoms."""


class Atoms(Enum):
    """Whose atoms are taken."""

    PATH = "path-atoms"
    CORE = "core-atoms"
    RANDOM = "random-atoms"


class AtomsEngine:
    """The procedure on a session of any backend, on which nothing is asserted."""

    def __init__(self, backend: str, kind: Atoms, session: SolverSession, environment: Environment, seed: int = 0) -> None:
        self._procedure = f"{backend}:{kind.value}"
        self._kind = kind
        self._session = session
        self._environment = environment
        self._predicates = StatePredicates(environment)
        self._terms = Terms(environment)
        self._seed = seed

    def close(self) -> None:
        self._session.close()

    def interpolate(self, sequent: Sequent, seconds: float | None) -> Sequence[FNode] | TimedOut | Failed:
        end = None if seconds is None else time.monotonic() + seconds
        taken = self._of_path(sequent)
        if self._kind is Atoms.RANDOM:
            taken = self._drawn(sequent, [len(atoms) for atoms in taken])
        excluded = Excluded.UNDECIDED
        for cubes in (0, CUBES):
            rest = None if end is None else max(0.01, end - time.monotonic())
            states, excluded = abstracted(self._session, self._environment, sequent.partitions, taken, rest, cubes)
            if excluded is Excluded.YES:
                return states
        if end is not None and time.monotonic() > end:
            return TimedOut(self._procedure)
        problem = "do not separate the path" if excluded is Excluded.NO else "are not known to separate the path"
        return Failed(f"the {sum(map(len, taken))} atoms {problem}", self._procedure)

    def _of_path(self, sequent: Sequent) -> list[list[FNode]]:
        """The path's atoms at each cut, those of partitions near to it first."""
        places: dict[FNode, int] = {}
        for place, partition in enumerate(sequent.partitions):
            for atom in atoms(partition):
                state = self._predicates.of_state(atom)
                if state is not None:
                    places[state] = place
        result = []
        for cut, shared in enumerate(sequent.shared):
            near = sorted(places, key=lambda formula: abs(places[formula] - cut))
            result.append(self._predicates.at_cut(near, shared)[:MOST])
        return result

    def _drawn(self, sequent: Sequent, counts: Sequence[int]) -> list[list[FNode]]:
        """Random atoms: the same of the same question, whatever was asked before."""
        text = "\n".join(sorted(str(symbol.symbol_name()) for shared in sequent.shared for symbol in shared))
        digest = hashlib.sha256(f"{self._seed}\n{len(sequent.partitions)}\n{text}".encode()).digest()
        chance = random.Random(digest)
        constants = sorted({number for node in subterms(sequent.partitions) for number in _number(node)} | {0, 1})
        result = []
        for shared, count in zip(sequent.shared, counts, strict=True):
            drawn = [self._atom(chance, shared, constants) for _ in range(max(count, LEAST_DRAWN))] if shared else []
            result.append(list(dict.fromkeys(atom for atom in drawn if atom is not None))[:MOST])
        return result

    def _atom(self, chance: random.Random, shared: Sequence[FNode], constants: Sequence[int]) -> FNode | None:
        """x, x ~ c, or x ~ y + c, where ~ is =, <= or >=, and c a constant of the path or one beside it."""
        m = self._environment.formula_manager
        symbol = chance.choice(shared)
        sort = symbol.symbol_type()
        if sort.is_bool_type():
            return symbol
        number, relation, pair = chance.choice(constants) + chance.choice((-1, 0, 0, 1)), chance.randrange(3), chance.random() < 0.4
        others = [other for other in shared if other is not symbol and other.symbol_type() == sort]
        other = chance.choice(others) if others and pair else None
        if sort.is_int_type() or sort.is_real_type():
            constant = m.Int(number) if sort.is_int_type() else m.Real(number)
            bound = constant if other is None else m.Plus(other, constant)
            return (m.Equals(symbol, bound), m.LE(symbol, bound), m.LE(bound, symbol))[relation]
        if sort.is_bv_type():
            constant = self._terms.bit_vector(number, sort.width)
            bound = constant if other is None else m.BVAdd(other, constant)
            return (m.Equals(symbol, bound), m.BVULE(symbol, bound), m.BVSLE(symbol, bound))[relation]
        return None


def _number(node: FNode) -> tuple[int, ...]:
    kind = node.node_type()
    return (int(node.constant_value()),) if kind in (op.INT_CONSTANT, op.REAL_CONSTANT, op.BV_CONSTANT) else ()
