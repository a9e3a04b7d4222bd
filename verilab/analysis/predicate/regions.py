"""Abstract states of the predicate analysis: binary decision diagrams over predicate variables.

Variable number i of a diagram stands for predicate number i.  CUDD does the work where ``dd`` was built with it (10 to 24 times
faster), else dd's own Python implementation; both count references, so a diagram kept in a Python object stays valid.
"""

from __future__ import annotations

import ctypes
import importlib
import sys
import weakref
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import reduce
from operator import or_
from typing import Any

from pysmt.environment import Environment
from pysmt.fnode import FNode

from verilab.analysis.predicate.breakpoints import Minterms
from verilab.processes.forks import before_forks

Bdd = Any
"""A diagram: hashable, equal when the function is equal, with ``&``, ``|``, ``~`` (dd has no type information)."""


# The collector of cyclic garbage may free a manager before the diagrams that refer to it, which CUDD does not survive.  So managers
# are never freed: each is used by one ``Regions`` at a time and goes back to this list with it.
_idle: list[Any] = []


@contextmanager
def _without_networkx() -> Iterator[None]:
    """Spares importing what ``dd`` uses for drawings only, where it is there: half of the start of a small run."""
    if "networkx" in sys.modules:
        yield
        return
    sys.modules["networkx"] = None  # type: ignore[assignment]  # importing it raises ImportError
    try:
        yield
    finally:
        del sys.modules["networkx"]


def _new_manager() -> Any:
    with _without_networkx():
        try:
            manager = importlib.import_module("dd.cudd").BDD()
            # Reordering would make the diagrams, and so the solver's questions, depend on what the manager was used for before.
            manager.configure(reordering=False)
        except ImportError:
            manager = importlib.import_module("dd.autoref").BDD()
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(manager))
    return manager


before_forks(lambda: _idle.append(_new_manager()))


def _acquire() -> Any:
    return _idle.pop() if _idle else _new_manager()


class Regions:
    """One manager of diagrams; ``literal`` gives the Boolean formula that stands for a variable in ``formula``."""

    def __init__(self, environment: Environment, literal: Callable[[int], FNode]) -> None:
        self._manager = _acquire()
        weakref.finalize(self, _idle.append, self._manager).atexit = False
        self._formulas = environment.formula_manager
        self._literal = literal
        self._variables: list[Bdd] = []
        self._auxiliaries = 0
        self._converted: dict[Bdd, FNode] = {}
        self._supports: dict[Bdd, frozenset[int]] = {}
        self.true: Bdd = self._manager.true
        self.false: Bdd = self._manager.false

    def variable(self, number: int) -> Bdd:
        """The diagram of predicate ``number``; numbers are given out consecutively."""
        while len(self._variables) <= number:
            name = f"p{len(self._variables)}"
            # Nothing happens where an earlier user declared them.  A primed variable stands behind its plain one in the order.
            self._manager.declare(name, f"q{len(self._variables)}")
            self._variables.append(self._manager.var(name))
        return self._variables[number]

    def name(self, number: int) -> str:
        """What the manager calls the variable of predicate ``number``."""
        self.variable(number)
        return f"p{number}"

    def primed_name(self, number: int) -> str:
        """What it calls the variable of the predicate's value behind a block, in relations; regions do not have it."""
        self.variable(number)
        return f"q{number}"

    def auxiliary(self, number: int) -> str:
        """The name of an auxiliary variable, for what is forgotten before a diagram becomes a region."""
        while self._auxiliaries <= number:
            self._manager.declare(f"a{self._auxiliaries}")
            self._auxiliaries += 1
        return f"a{number}"

    def named(self, name: str) -> Bdd:
        """The diagram of the variable of that name."""
        return self._manager.var(name)

    def names(self, diagram: Bdd) -> set[str]:
        """The names of the variables that a diagram has."""
        names: set[str] = self._manager.support(diagram)
        return names

    def equivalent(self, left: Bdd, right: Bdd) -> Bdd:
        """left <=> right."""
        return self._manager.apply("equiv", left, right)

    def named_cube(self, names: Sequence[str], values: Sequence[bool | None]) -> Bdd:
        """The conjunction of the variables of these names and their negations; None leaves one open."""
        return self._manager.cube({name: value for name, value in zip(names, values, strict=True) if value is not None})

    def product(self, names: Sequence[str], minterms: Iterable[Minterms]) -> Bdd:
        """One of each list of minterms at a time; the places are those of the names."""
        result = self.true
        for places, values in minterms:
            own = [names[place] for place in places]
            result &= reduce(or_, (self.named_cube(own, minterm) for minterm in values), self.false)
        return result

    def forget_named(self, region: Bdd, names: Sequence[str]) -> Bdd:
        """exists v (v of these names): region."""
        return self._manager.exist(names, region) if names else region

    def renamed(self, region: Bdd, names: Mapping[str, str]) -> Bdd:
        """The region with variables in the place of others, of which it has none."""
        return self._manager.let(names, region) if names else region

    def cube(self, literals: Iterable[tuple[int, bool]]) -> Bdd:
        """The conjunction of predicates and negated predicates."""
        values = {}
        for number, value in literals:
            self.variable(number)
            values[f"p{number}"] = value
        return self._manager.cube(values)

    def implies(self, left: Bdd, right: Bdd) -> bool:
        """left => right, as functions."""
        return bool((left & ~right) == self.false)

    def support(self, region: Bdd) -> frozenset[int]:
        """The numbers of the predicates that a region speaks about."""
        support = self._supports.get(region)
        if support is None:
            support = frozenset(int(name[1:]) for name in self._manager.support(region))
            self._supports[region] = support
        return support

    def cofactor(self, region: Bdd, number: int, value: bool) -> Bdd:
        """What is left of the region where predicate ``number`` has that value."""
        self.variable(number)
        return self._manager.let({f"p{number}": value}, region)

    def cofactor_named(self, region: Bdd, name: str, value: bool) -> Bdd:
        """What is left of the region where the variable of that name has that value."""
        return self._manager.let({name: value}, region)

    def count(self, region: Bdd, variables: int) -> int:
        """How many minterms over so many variables, which are all that it has, a region is."""
        return int(self._manager.count(region, variables))

    def forget(self, region: Bdd, numbers: Iterable[int]) -> Bdd:
        """exists p_i (i in numbers): region."""
        names = [f"p{number}" for number in numbers]
        return self._manager.exist(names, region) if names else region

    def value(self, region: Bdd, number: int) -> bool | None:
        """The value a satisfiable region gives to a predicate; None where it leaves it open."""
        variable = self.variable(number)
        if (region & ~variable) == self.false:
            return True
        if (region & variable) == self.false:
            return False
        return None

    def cubes(self, region: Bdd, most: int) -> Iterator[Sequence[tuple[int, bool]] | None]:
        """Disjoint cubes whose union is the region, as literals; None in the place of those behind the first ``most``."""
        pending: list[tuple[Bdd, tuple[tuple[int, bool], ...]]] = [(region, ())]
        while pending:
            rest, literals = pending.pop()
            if rest == self.false:
                continue
            if most == 0:
                yield None
                return
            if rest == self.true:
                most -= 1
                yield literals
                continue
            number = int(rest.var[1:])
            pending += [(self.cofactor(rest, number, value), (*literals, (number, value))) for value in (False, True)]

    # f(region) = f(high) if the variable of its top node holds, else f(low); constants on either side are folded away.
    def formula(self, region: Bdd) -> FNode:
        """The region over the literals' formulas; every distinct node is converted once in the life of the manager."""
        return self._convert(region, lambda name: self._literal(int(name[1:])), self._converted)

    def translate_named(self, region: Bdd, literals: Mapping[str, FNode]) -> FNode:
        """A diagram over plain and primed variables, with the literal of each by its name; not memoised between calls."""
        return self._convert(region, literals.__getitem__, {})

    def _convert(self, region: Bdd, literal: Callable[[str], FNode], converted: dict[Bdd, FNode]) -> FNode:
        stack = [region]
        while stack:
            node = stack[-1]
            if node in converted:
                stack.pop()
            elif node == self.true:
                converted[node] = self._formulas.TRUE()
            elif node == self.false:
                converted[node] = self._formulas.FALSE()
            elif node.negated:
                # Complemented edges: the plain node is converted once for both.
                plain = ~node
                if plain in converted:
                    converted[node] = self._formulas.Not(converted[plain])
                else:
                    stack.append(plain)
            else:
                pending = [child for child in (node.low, node.high) if child not in converted]
                if pending:
                    stack.extend(pending)
                else:
                    variable = literal(node.var)
                    converted[node] = self._choose(variable, converted[node.low], converted[node.high])
        return converted[region]

    def translate(self, region: Bdd, literal: Callable[[int], FNode]) -> FNode:
        """The region over other literals, not memoised between calls (invariants, reports)."""
        return self._convert(region, lambda name: literal(int(name[1:])), {})

    def _choose(self, literal: FNode, low: FNode, high: FNode) -> FNode:
        formulas = self._formulas
        negated = formulas.Not(literal)
        if high.is_true():
            return literal if low.is_false() else formulas.Or(literal, low)
        if high.is_false():
            return negated if low.is_true() else formulas.And(negated, low)
        if low.is_true():
            return formulas.Or(negated, high)
        if low.is_false():
            return formulas.And(literal, high)
        return formulas.Or(formulas.And(literal, high), formulas.And(negated, low))
