"""Property-directed reachability (Bradley, "SAT-based model checking without unrolling", VMCAI 2011; Eén, Mishchenko, Brayton, FMCAD 2011)
over large blocks, with a frame per control point.

    F_i(l)  contains all states at l that at most i blocks lead to,   F_i(l) ⊆ F_{i+1}(l),   F_i is a conjunction of clauses over bits

A state in F_n that an error's block leads on from is an obligation: it, or all states of a cube around it, is shown unreachable by i
blocks, relative to F_{i-1} and to itself, or has a predecessor there, which is the next obligation.  One at the entry is an execution.
Where two frames become the same, they are an inductive invariant.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Sequence

from pysmt.fnode import FNode

from verilab.analysis.invariants import Invariants, Region
from verilab.data_classes import dataclass
from verilab.formulas.blocks.block import Block
from verilab.formulas.blocks.liveness import live_elements
from verilab.formulas.path_formulas import PathFormulas
from verilab.formulas.traces.trace import Trace
from verilab.other_engines.pdr.states import Bits, Cube, Literal, cube_of
from verilab.other_engines.pdr.steps import Step
from verilab.program.control import ControlPoint
from verilab.program.counterexample import Counterexample
from verilab.solving.backend import SolverSession, Status

MOST_FAILURES = 3
"""Literals in a row that a clause needs, after which no other is tried."""


class GaveUp(Exception):
    """The search ended without an answer; the message says why."""


@dataclass(frozen=True, slots=True, eq=False)
class _Obligation:
    """States at ``point`` that lead to an error by ``block``, and after it as ``behind`` says."""

    point: ControlPoint
    cube: Cube
    level: int
    depth: int
    block: Block
    behind: _Obligation | None

    @property
    def blocks(self) -> list[Block]:
        blocks, rest = [self.block], self.behind
        while rest is not None:
            blocks.append(rest.block)
            rest = rest.behind
        return blocks


class Reachability:
    """The search over the blocks of one program in bit vectors, from its ``entry``; ``tick`` is called between its steps."""

    def __init__(
        self,
        formulas: PathFormulas,
        entry: ControlPoint,
        blocks: Sequence[Block],
        make_session: Callable[[], SolverSession],
        tick: Callable[[], object] = lambda: None,
    ) -> None:
        self._formulas = formulas
        self._terms = formulas.vocabulary.terms
        self._make_session = make_session
        self._tick = tick
        self._entry = entry
        self._elements = live_elements(blocks)
        symbol = formulas.vocabulary.symbol
        self._bits = {
            point: Bits(self._terms, list(map(symbol, elements)), f"before!{number}")
            for number, (point, elements) in enumerate(self._elements.items())
        }
        self._steps = [
            Step(
                number,
                block,
                self._bits[block.source],
                self._elements[block.source],
                [] if block.target.location.is_error else self._elements[block.target],
                self._terms,
                make_session,
            )
            for number, block in enumerate(blocks)
        ]
        self._into: dict[ControlPoint, list[Step]] = {}
        self._from: dict[ControlPoint, list[Step]] = {}
        self._errors: list[Step] = []
        for step in self._steps:
            self._from.setdefault(step.block.source, []).append(step)
            if step.block.target.location.is_error:
                self._errors.append(step)
            else:
                self._into.setdefault(step.block.target, []).append(step)
        self._frames: list[dict[ControlPoint, list[Cube]]] = [{}, {}]
        self.levels: list[FNode] = [self._level(0), self._level(1)]
        self.queries = self.obligations = 0

    def close(self) -> None:
        for step in self._steps:
            step.close()

    def measures(self) -> dict[str, float]:
        """As a run's report has them."""
        return {
            "frames": len(self._frames) - 1,
            "frame_clauses": sum(len(cubes) for frame in self._frames for cubes in frame.values()),
            "obligations": self.obligations,
            "frame_queries": self.queries,
        }

    def run(self) -> Invariants | Counterexample:
        """Inductive invariants that exclude all errors, or an execution that reaches one.  Raises GaveUp and OutOfTime."""
        while True:
            violation = self._strengthen()
            if violation is not None:
                return violation
            self._frames.append({})
            self.levels.append(self._level(len(self._frames) - 1))
            fixed = self._propagate()
            if fixed is not None:
                return self._invariants(fixed)

    def _level(self, number: int) -> FNode:
        return self._terms.symbol(f"level!{number}")

    def _strengthen(self) -> Counterexample | None:
        """Exclude from the last frame all states that lead to an error by one block."""
        last = len(self._frames) - 1
        for step in self._errors:
            while True:
                if not self._check(step, last + 1):
                    break
                state, inputs = self._model(step)
                if step.block.source is self._entry:
                    return self._execution([step.block])
                cube = step.lifted(state, inputs, frozenset())
                violation = self._exclude(_Obligation(step.block.source, cube, last, 0, step.block, None))
                if violation is not None:
                    return violation
        return None

    def _exclude(self, first: _Obligation) -> Counterexample | None:
        count = 0
        pending = [(first.level, first.depth, count, first)]
        while pending:
            obligation = pending[0][3]
            self.obligations += 1
            if self._is_excluded(obligation):
                heapq.heappop(pending)
                continue
            before = self._before(obligation)
            if before is None:
                heapq.heappop(pending)
                level = obligation.level
                if level < len(self._frames) - 1:
                    count += 1
                    again = _Obligation(obligation.point, obligation.cube, level + 1, obligation.depth, obligation.block, obligation.behind)
                    heapq.heappush(pending, (again.level, again.depth, count, again))
            elif before.point is self._entry:
                return self._execution(before.blocks)
            else:
                count += 1
                heapq.heappush(pending, (before.level, before.depth, count, before))
        return None

    def _is_excluded(self, obligation: _Obligation) -> bool:
        """Whether a clause says so already."""
        cube = obligation.cube
        return any(known <= cube for frame in self._frames[obligation.level :] for known in frame.get(obligation.point, ()))

    def _before(self, obligation: _Obligation) -> _Obligation | None:
        """States before the obligation's; None, and a new clause, where there are none by so many blocks."""
        level, point, cube = obligation.level, obligation.point, obligation.cube
        needed: set[Literal] = set()
        for step in self._into[point]:
            if self._leads_to(step, cube, level):
                state, inputs = self._model(step)
                source = step.block.source
                lifted = frozenset() if source is self._entry else step.lifted(state, inputs, cube)
                return _Obligation(source, lifted, level - 1, obligation.depth + 1, step.block, obligation)
            needed |= self._core
        self._learn(point, frozenset(needed), level, cube)
        return None

    def _leads_to(self, step: Step, cube: Cube, level: int) -> bool:
        """Whether the step leads from the frame before into the cube, from outside of it; else ``_core`` says what suffices for that."""
        source = step.block.source
        if source is not self._entry and level == 1:
            self._core: set[Literal] = set()
            return False
        literals = {step.behind(literal): literal for literal in sorted(cube)}
        own = [step.source.literal((place, bit, 1 - value)) for place, bit, value in sorted(cube)] if source is step.block.target else None
        if self._check(step, level, own, list(literals)):
            return True
        self._core = {literals[assumption] for assumption in step.session.unsat_core() if assumption in literals}
        return False

    def _check(self, step: Step, level: int, own: Sequence[FNode] | None = None, assumptions: Sequence[FNode] = ()) -> bool:
        """Whether an execution takes the step from the frame before ``level``; ``own``: a clause that holds before it."""
        self._tick()
        self.queries += 1
        frames = [] if step.block.source is self._entry else self.levels[level - 1 :]
        status = step.check_with(own, [*frames, step.taken, *assumptions])
        if status is Status.UNKNOWN:
            raise GaveUp(step.session.reason_unknown)
        return status is Status.SAT

    def _model(self, step: Step) -> tuple[list[Literal], list[FNode]]:
        bits = step.source
        return cube_of([bool(value) for value in step.session.values(bits.truths)], bits.widths), step.inputs()

    def _learn(self, point: ControlPoint, core: Cube, level: int, cube: Cube) -> None:
        """A clause that excludes the core, and as much around it as may be."""
        kept = set(core)
        failures = 0
        words: dict[int, list[Literal]] = {}
        for literal in sorted(kept):
            words.setdefault(literal[0], []).append(literal)
        groups: list[list[Literal]] = [group for group in words.values() if len(group) > 1] if len(words) > 1 else []
        groups += [[literal] for literal in sorted(kept)]
        for group in groups:
            if failures >= MOST_FAILURES:
                break
            if not kept.issuperset(group) or len(kept) == len(group):
                continue
            needed = self._excluding(point, frozenset(kept.difference(group)), level)
            if needed is None:
                failures += 1
            else:
                kept = set(needed)
                failures = 0
        self._add(point, frozenset(kept), level)

    def _excluding(self, point: ControlPoint, cube: Cube, level: int) -> Cube | None:
        """The part of the cube that suffices for it to be unreachable; None where it is not."""
        needed: set[Literal] = set()
        for step in self._into[point]:
            if self._leads_to(step, cube, level):
                return None
            needed |= self._core
        return frozenset(needed)

    def _add(self, point: ControlPoint, cube: Cube, level: int) -> None:
        for frame in self._frames[1 : level + 1]:
            known = frame.get(point)
            if known:
                frame[point] = [other for other in known if not cube <= other]
        self._frames[level].setdefault(point, []).append(cube)
        self._assert(point, cube, level)

    def _assert(self, point: ControlPoint, cube: Cube, level: int) -> None:
        clause = self._terms.disjunction([self._terms.negation(self.levels[level]), self._bits[point].clause(cube)])
        for step in self._from.get(point, ()):
            step.session.add(clause)

    def _propagate(self) -> int | None:
        """Move clauses to later frames where they hold too; the level of a frame that is the same as the one behind it."""
        for level in range(1, len(self._frames) - 1):
            frame = self._frames[level]
            for point in list(frame):
                for cube in list(frame[point]):
                    if cube not in frame[point]:
                        continue
                    needed = self._excluding(point, cube, level + 1)
                    if needed is not None:
                        frame[point].remove(cube)
                        self._add(point, needed, level + 1)
            if not any(frame.values()):
                return level
        return None

    def _invariants(self, level: int) -> Invariants:
        ends = [point for step in self._steps for point in (step.block.source, step.block.target) if not point.location.is_error]
        points = dict.fromkeys([self._entry, *ends])  # the entry also of a program in which no block leads to an error
        exclusions: dict[ControlPoint, list[FNode]] = {point: [] for point in points}
        for frame in self._frames[level:]:
            for point, cubes in frame.items():
                exclusions[point] += [self._bits[point].exclusion(cube) for cube in cubes]
        return {point: Region(self._terms.conjunction(clauses), "bv") for point, clauses in exclusions.items()}

    def _execution(self, blocks: Sequence[Block]) -> Counterexample:
        """One by these blocks.  GaveUp where there is none: an operator is not a function of its operands."""
        trace = Trace(self._formulas.instances, blocks)
        session = self._make_session()
        try:
            session.add(*trace.partitions)
            if session.check() is not Status.SAT:
                raise GaveUp("a path to an error is none of an execution")
            return trace.counterexample(lambda symbol: value if isinstance(value := session.value(symbol), int) else None)
        finally:
            session.close()
