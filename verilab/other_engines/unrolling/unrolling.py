"""Bounded model checking (Biere, Cimatti, Clarke, Zhu: "Symbolic model checking without BDDs", TACAS 1999) over large blocks.

    at(entry, 0)  =  true
    taken(b, k)    ⇒  at(l, k)  and  block b from the values at (l, k)                               for a block b from l to l'
    at(l', k + 1)  ⇒  some taken(b, k);    taken(b, k)  ⇒  the values at (l', k + 1) are those that b leaves

An error is reached by k + 1 blocks if and only if taken(b, k) can be true for some b that ends there.  Where neither that nor any
at(l', k + 1) can, no execution has more than k blocks: the bound is none, and no error is reachable.  A point that cannot be reached by
so many blocks is left out of what follows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

import pysmt.operators as op
from pysmt.fnode import FNode

from verilab.data_classes import dataclass
from verilab.formulas.blocks.block import Block
from verilab.formulas.blocks.builder import BlockBuilder
from verilab.formulas.blocks.liveness import live_elements
from verilab.formulas.terms.inspection import subterms
from verilab.formulas.terms.rewriting import Rewriter
from verilab.formulas.terms.words import Words
from verilab.formulas.traces.trace import Trace
from verilab.program.control import ControlPoint
from verilab.program.counterexample import Counterexample
from verilab.program.elements import Element
from verilab.program.unrolled import Unrolled
from verilab.solving.backend import SolverSession, Status

Values = Mapping[int, FNode]
"""The terms of the slots that have changed; all others have the vocabulary's symbols."""


MOST_OBSERVED = 16
"""States that are kept of a point: what holds of all of them is what may be an invariant."""


class GaveUp(Exception):
    """The solver did not answer; the message says why."""


@dataclass(frozen=True, slots=True, eq=False)
class _Taken:
    """A block from a point that was reached by ``step`` blocks: whether it is taken, and the values behind it.

    ``number``: the place after which its auxiliary symbols are named.
    """

    block: Block
    step: int
    number: int
    truth: FNode
    values: Values


class Unrolling:
    """The unrolling of the blocks of ``builder``, which are ``blocks``; ``session``: its solver; ``tick`` is called between its steps.

    ``levels``: the points that executions of 0, 1, ... blocks reach; ``observed``: some states at these points.
    """

    def __init__(
        self, builder: BlockBuilder, blocks: Sequence[Block], session: SolverSession, tick: Callable[[], object] = lambda: None
    ) -> None:
        self._builder = builder
        self._session = session
        self._tick = tick
        self._instances = builder.formulas.instances
        self._vocabulary = builder.formulas.vocabulary
        self._terms = self._vocabulary.terms
        self._words = Words(self._terms)
        self._said: dict[tuple[Block, tuple[Element, ...]], list[tuple[FNode | None, FNode]]] = {}
        self._defined: dict[FNode, FNode] = {}
        self._live = live_elements(blocks)
        entry = builder.graph.entry
        self._reached: dict[ControlPoint, tuple[FNode, Values]] = {entry: (self._terms.true, {})}
        self._meeting: dict[ControlPoint, tuple[FNode, Values]] | None = None
        self._arriving: list[dict[ControlPoint, list[_Taken]]] = []
        self._count = 0
        self._passed_over = False
        self.levels: list[frozenset[ControlPoint]] = [frozenset({entry})]
        self.observed: dict[ControlPoint, list[dict[Element, int | bool | None]]] = {}

    @property
    def complete(self) -> Unrolled | None:
        """The bound, where no execution passes it and none reaches an error; None before that is known."""
        return None if self._reached or self._passed_over else Unrolled(tuple(self.levels[:-1]))

    @property
    def is_over(self) -> bool:
        """Whether no execution goes on."""
        return not self._reached

    @property
    def depth(self) -> int:
        """The largest number of cut points behind the entry that executions to an error have been asked about; -1 before the first."""
        return len(self._arriving) - 1

    @property
    def has_passed_over(self) -> bool:
        """Whether there was a violation."""
        return self._passed_over

    def violation(self) -> Counterexample | None:
        """An execution that reaches an error in as few blocks as possible; None where there is none.

        Called again it looks for a longer one.  Raises GaveUp and OutOfTime.
        """
        while not self.is_over:
            counterexample = self.step()
            if counterexample is not None:
                return counterexample
        return None

    def step(self) -> Counterexample | None:
        """One more block in all executions; one that reaches an error by it.  Raises GaveUp and OutOfTime."""
        self._go_on()
        if self.is_over:
            return None
        errors = self._extend()
        violation = self._execution(errors) if errors else None
        self._passed_over |= violation is not None
        return violation

    def _extend(self) -> list[FNode]:
        """One more block in all executions; the truths of those that reach an error by it."""
        step = len(self._arriving)
        arriving: dict[ControlPoint, list[_Taken]] = {}
        for point, (truth, values) in self._reached.items():
            for block in self._builder.blocks_from(point):
                self._tick()
                taken = self._take(block, step, truth, values)
                if taken.truth is not self._terms.false:
                    arriving.setdefault(block.target, []).append(taken)
        self._arriving.append(arriving)
        errors = [taken.truth for target, all in arriving.items() if target.location.is_error for taken in all]
        self._meeting = {target: self._meet(target, all) for target, all in arriving.items() if not target.location.is_error}
        return errors

    def _go_on(self) -> None:
        """From the points that the last blocks lead to, as far as executions reach them."""
        if self._meeting is None:
            return
        possible = self._possible(self._meeting)
        self._reached = {target: arrival for target, arrival in self._meeting.items() if arrival[0] in possible}
        self.levels.append(frozenset(self._reached))
        self._meeting = None

    def _take(self, block: Block, step: int, truth: FNode, values: Values) -> _Taken:
        self._count += 1
        number, slot_of, terms = self._count, self._vocabulary.slot, self._terms
        facts = [truth]

        def instance(symbol: FNode) -> FNode:
            slot = slot_of(symbol)
            if slot is not None:
                return self._value(slot, values)
            own = self._instances.auxiliary(symbol, number)
            return self._defined.get(own, own)

        rewritten = Rewriter(terms, instance, self._words)
        wanted = self._wanted(block)
        for symbol, formula in self._definitions(block, wanted):
            if symbol is None:
                facts.append(rewritten(formula))
            else:
                self._defined[self._instances.auxiliary(symbol, number)] = rewritten(formula)
        conditions = terms.conjunction(facts)
        left = {element[0].slot + element[1]: rewritten(block.exit[element]) for element in wanted}
        if conditions is terms.false:
            return _Taken(block, step, number, terms.false, values)
        taken = terms.symbol(f"taken!{number}")
        self._session.add(terms.implication(taken, conditions))
        return _Taken(block, step, number, taken, {**values, **left})

    def _definitions(self, block: Block, wanted: Sequence[Element]) -> Sequence[tuple[FNode | None, FNode]]:
        """What the block says: pairs of an auxiliary symbol and the term that it stands for from there on, or of None and a condition."""
        key = (block, tuple(wanted))
        definitions = self._said.get(key)
        if definitions is None:
            definitions, seen = self._said.setdefault(key, []), set[FNode]()
            for conjunct in block.cone(wanted).conjuncts:
                symbol, term = conjunct.args() if conjunct.is_equals() else (conjunct, conjunct)
                defines = symbol is not term and symbol.is_symbol() and symbol not in seen and self._vocabulary.slot(symbol) is None
                for _ in subterms((term if defines else conjunct,), seen):
                    pass
                defines = defines and symbol not in seen
                seen.add(symbol)
                definitions.append((symbol, term) if defines else (None, conjunct))
        return definitions

    def _wanted(self, block: Block) -> list[Element]:
        """What the block writes and a later one reads."""
        return [element for element in self._live[block.target] if element in block.exit]

    def _meet(self, target: ControlPoint, arriving: Sequence[_Taken]) -> tuple[FNode, Values]:
        """Whether some of the blocks is taken, and the values behind that; they have a symbol where blocks leave different ones."""
        if len(arriving) == 1:
            return arriving[0].truth, arriving[0].values
        terms, symbol_of = self._terms, self._instances.symbol
        self._count += 1
        at = terms.symbol(f"at!{self._count}")
        self._session.add(terms.implication(at, terms.disjunction([taken.truth for taken in arriving])))
        values: dict[int, FNode] = {}
        for storage, index in self._live[target]:
            slot = storage.slot + index
            brought = [self._value(slot, taken.values) for taken in arriving]
            if all(term is brought[0] for term in brought):
                values[slot] = brought[0]
                continue
            values[slot] = met = symbol_of(slot, self._count)
            for taken, term in zip(arriving, brought, strict=True):
                self._session.add(terms.implication(taken.truth, terms.node(op.EQUALS, (met, term))))
        return at, values

    def _possible(self, arrivals: Mapping[ControlPoint, tuple[FNode, Values]]) -> set[FNode]:
        """Those truths that an execution makes true; a model that makes several of them true has an execution for each."""
        left, possible = [truth for truth, _ in arrivals.values()], set[FNode]()
        session = self._session
        while left:
            self._tick()
            session.push()
            try:
                session.add(self._terms.disjunction(left))
                status = session.check()
                if status is Status.UNKNOWN:
                    raise GaveUp(session.reason_unknown)
                values = session.values(left) if status is Status.SAT else ()
                if status is Status.SAT:
                    self._observe(arrivals, [truth for truth, value in zip(left, values, strict=True) if value])
            finally:
                session.pop()
            if status is Status.UNSAT:
                break
            possible.update(candidate for candidate, value in zip(left, values, strict=True) if value)
            left = [candidate for candidate in left if candidate not in possible]
        return possible

    def _observe(self, arrivals: Mapping[ControlPoint, tuple[FNode, Values]], reached: Sequence[FNode]) -> None:
        """Keep the states at the points that the current model reaches."""
        for point, (truth, values) in arrivals.items():
            observed = self.observed.setdefault(point, [])
            if truth in reached and len(observed) < MOST_OBSERVED:
                elements = self._live[point]
                terms = [self._value(storage.slot + index, values) for storage, index in elements]
                observed.append(dict(zip(elements, map(_integral, self._session.values(terms)), strict=True)))

    def _value(self, slot: int, values: Values) -> FNode:
        return values[slot] if slot in values else self._instances.symbol(slot, 0)

    def _execution(self, errors: Sequence[FNode]) -> Counterexample | None:
        """An execution that takes an error's block now, if there is one."""
        session = self._session
        session.push()
        try:
            session.add(self._terms.disjunction(errors))
            status = session.check()
            if status is Status.UNKNOWN:
                raise GaveUp(session.reason_unknown)
            if status is Status.UNSAT:
                return None
            path = [next(taken for taken in self._last() if taken.truth in errors and session.value(taken.truth) is True)]
            while step := path[-1].step:
                before = self._arriving[step - 1][path[-1].block.source]
                path.append(next(taken for taken in before if session.value(taken.truth) is True))
            path.reverse()
            trace = Trace(self._instances, [taken.block for taken in path], places=[taken.number for taken in path])
            return trace.counterexample(lambda symbol: _integral(session.value(self._defined.get(symbol, symbol))))
        finally:
            session.pop()

    def _last(self) -> Iterator[_Taken]:
        for arriving in self._arriving[-1].values():
            yield from arriving


def _integral(value: object) -> int | bool | None:
    return value if isinstance(value, int) else None
