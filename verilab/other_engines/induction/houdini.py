"""The greatest inductive part of candidate clauses (Flanagan, Leino, "Houdini", FME 2001), and as little of it as excludes all errors.

repeat until nothing changes:   drop c from the candidates of b   where   C(a) and block(a, b) and not c'   is satisfiable
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from pysmt.fnode import FNode

from verilab.analysis.invariants import Invariants, Region
from verilab.formulas.blocks.block import Block
from verilab.formulas.blocks.builder import BlockBuilder
from verilab.formulas.path_formulas import PathFormulas
from verilab.program.control import ControlPoint
from verilab.program.elements import Element
from verilab.resources import Deadline, cpu_seconds
from verilab.solving.backend import SolverSession, Status

Candidates = dict[ControlPoint, list[FNode]]
MOST_UNANSWERED = 8
"""Queries without an answer after which the search is not worth its time."""

PATIENCE = 4
"""Times the seconds of a query for each of the few that make the proof."""


class Unanswered(Exception):
    """The solver gave up too often."""


class Houdini:
    """The blocks of one program in one encoding; ``seconds``: what one query may take.

    A candidate that the solver cannot tell of is dropped.  ``abstract``: weakens the formulas of blocks before they are asserted.
    """

    def __init__(
        self,
        formulas: PathFormulas,
        builder: BlockBuilder,
        make_session: Callable[[], SolverSession],
        seconds: float,
        deadline: Deadline,
        tick: Callable[[], object] = lambda: None,
        *,
        abstract: Callable[[FNode], FNode] = lambda formula: formula,
    ) -> None:
        self._abstract = abstract
        self._formulas = formulas
        self._builder = builder
        self._make_session = make_session
        self._seconds = seconds
        self._deadline = deadline
        self._tick = tick
        self._terms = formulas.vocabulary.terms
        self._steps: list[_Step] = []
        self.queries = 0
        self._unanswered = 0

    def close(self) -> None:
        for step in self._steps:
            step.session.close()
        self._steps.clear()

    def inductive(self, candidates: Mapping[ControlPoint, Sequence[FNode]]) -> Candidates:
        """What is left of the candidates.  Raises OutOfTime and Unanswered."""
        left: Candidates = {point: list(dict.fromkeys(formulas)) for point, formulas in candidates.items()}
        self._steps = [_Step(self._formulas, block, left, self._make_session(), self._abstract) for block in self._blocks()]
        inner = [step for step in self._steps if not step.block.target.location.is_error]
        pending = list(inner)
        while pending:
            step = pending.pop(0)
            dropped = self._filter(step, left)
            if dropped:
                pending += [other for other in inner if other.block.source is step.block.target and other not in pending]
        return left

    def _blocks(self) -> Iterator[Block]:
        return reachable_blocks(self._builder)

    def _filter(self, step: _Step, left: Candidates) -> bool:
        """Drop what the step breaks at its target; whether there was any."""
        target, dropped, session = step.block.target, False, step.session
        session.push()
        session.add(*(step.before[candidate] for candidate in left.get(step.block.source, ())))
        try:
            while wanted := left.get(target, []):
                self._deadline.check()
                self._tick()
                after = [step.after[candidate] for candidate in wanted]
                broken = self._broken(session, after)
                if not broken:
                    break
                left[target] = [candidate for candidate, formula in zip(wanted, after, strict=True) if formula not in broken]
                dropped = True
        finally:
            session.pop()
        return dropped

    def _broken(self, session: SolverSession, formulas: Sequence[FNode]) -> set[FNode]:
        """Some that can be false; none only if none can."""
        self.queries += 1
        session.push()
        try:
            session.add(self._terms.negation(self._terms.conjunction(formulas)))
            status = self._checked(session)
            if status is Status.SAT:
                return {formula for formula, value in zip(formulas, session.values(formulas), strict=True) if not value}
        finally:
            session.pop()
        if status is Status.UNSAT:
            return set()
        self._unanswered += 1
        if self._unanswered > MOST_UNANSWERED:
            raise Unanswered
        if len(formulas) == 1:
            return set(formulas)
        middle = len(formulas) // 2
        return self._broken(session, formulas[:middle]) | self._broken(session, formulas[middle:])

    def _checked(self, session: SolverSession, assumptions: Sequence[FNode] = (), patience: float = 1) -> Status:
        """The answer to a query; on a busy machine the seconds that it may take are few of the processor's, and it is asked again."""
        began = cpu_seconds()
        for factor in (1, 3):
            status = session.check(list(assumptions), timeout=factor * patience * self._seconds)
            if status is not Status.UNKNOWN or cpu_seconds() - began > self._seconds / 2:
                break
        return status

    def proof(self, left: Candidates) -> Invariants | None:
        """Invariants that exclude all errors, made of as few of the inductive candidates as cores tell; None where they do not."""
        needed: dict[ControlPoint, dict[FNode, None]] = {}
        pending: list[tuple[_Step, list[FNode]]] = []
        for step in self._steps:
            if step.block.target.location.is_error:
                pending.append((step, []))
        while pending:
            step, wanted = pending.pop()
            core = self._core(step, wanted, left.get(step.block.source, []))
            if core is None:
                return None
            known = needed.setdefault(step.block.source, {})
            new = [formula for formula in core if formula not in known]
            known.update(dict.fromkeys(new))
            if new:
                pending += [(other, new) for other in self._steps if other.block.target is step.block.source]
        encoding = self._formulas.vocabulary.encoding.name
        points = {point for step in self._steps for point in (step.block.source, step.block.target) if not point.location.is_error}
        return {point: Region(self._terms.conjunction(list(needed.get(point, ()))), encoding) for point in points}

    def _core(self, step: _Step, wanted: Sequence[FNode], known: Sequence[FNode]) -> list[FNode] | None:
        """Those of ``known`` before the step that suffice for ``wanted`` behind it, where an error is wanted never; None for none."""
        self._tick()
        session, before = step.session, {step.before[formula]: formula for formula in known}
        session.push()
        try:
            if not step.block.target.location.is_error:
                session.add(self._terms.negation(self._terms.conjunction([step.after[formula] for formula in wanted])))
            self.queries += 1
            if self._checked(session, list(before), PATIENCE) is not Status.UNSAT:
                return None
            return [before[formula] for formula in session.unsat_core()]
        finally:
            session.pop()


class _Step:
    """One block with the candidates at its ends, instantiated."""

    def __init__(
        self, formulas: PathFormulas, block: Block, candidates: Candidates, session: SolverSession, abstract: Callable[[FNode], FNode]
    ) -> None:
        self.block = block
        self.session = session
        sources, targets = candidates.get(block.source, []), candidates.get(block.target, [])
        trace = formulas.trace((block,), read_after=elements_of(formulas, targets))
        session.add(*map(abstract, trace.partitions))
        self.before = {formula: trace.from_state(formula, 0) for formula in sources}
        self.after = {formula: trace.from_state(formula, 1) for formula in targets}


def elements_of(formulas: PathFormulas, clauses: Sequence[FNode]) -> list[Element]:
    """The elements that formulas over the vocabulary's symbols speak of."""
    vocabulary = formulas.vocabulary
    symbols: dict[FNode, None] = {}
    for clause in clauses:
        symbols.update(dict.fromkeys(vocabulary.terms.environment.fvo.get_free_variables(clause)))
    return [element for symbol in symbols if (element := vocabulary.element(symbol)) is not None]


def reachable_blocks(builder: BlockBuilder) -> Iterator[Block]:
    """The blocks from the entry and from all cut points that they lead to."""
    seen, pending = {builder.graph.entry: None}, [builder.graph.entry]
    while pending:
        for block in builder.blocks_from(pending.pop()):
            yield block
            if not block.target.location.is_error and block.target not in seen:
                seen[block.target] = None
                pending.append(block.target)
