"""Sliced prefixes of a path formula (FORTE'15 Alg. 3 with the predicate analysis' SP, SPIN'15 §2) by one incremental session.

SP_{sigma_f and (op, l)}(true) contradicts  iff  the partitions of sigma_f and op are unsatisfiable together.  Every partition A_k is
asserted once as  s_k => A_k;  a check under some s_k is a check of a sliced prefix.  Instead of one check per operation, an
unsatisfiable core jumps: it ends at or behind the next contradiction, so shorten the prefix to just before the core's last step until
what is left is satisfiable.  The step before which that happened is the contradiction.  A core that was met before and has nothing that
was omitted since is one still: the next search starts before its last step.

A block of several edges is one such step (``Slice.BLOCK``), or has a switch for each condition c of its path condition (``Slice.ASSUME``):

    s_k => ranges and definitions and path condition [c := c or not s_kc]

Both are Alg. 3 on blocks of single edges.

Where sliced paths are wanted whose front is cut off, too (SPIN'15 §2), the jump is mirrored: of a sliced prefix the steps before a core's
first one go, until what is left is satisfiable; the step behind which that is so is the latest one that an infeasible sliced path with
this end begins with.  An assume there is replaced by a no-op in turn, and the search goes on for the latest start of what is left.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import field

from pysmt.environment import Environment
from pysmt.fnode import FNode

from verilab.analysis.prefixes import Caps, Condition, Front, Inside, Slice
from verilab.data_classes import dataclass
from verilab.formulas.terms.construction import Terms
from verilab.formulas.traces.trace import Trace
from verilab.solving.backend import SolverSession, Status


@dataclass(frozen=True, slots=True)
class Contradictions:
    """The steps and conditions that contradict what precedes them, ascending; ``reason`` says why the search ended early, else it is empty.

    ``inside``: the blocks that were sliced by their conditions.  ``fronts``: for each end, where that is wanted, what may be cut off the
    front of its prefix; the latest start first.
    """

    ends: tuple[int | Condition, ...]
    reason: str = ""
    inside: Mapping[int, Inside] = field(default_factory=dict, compare=False)
    fronts: tuple[tuple[Front, ...], ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Switch:
    """What one literal turns on: a step, or a condition of one; ``slicable``: whether it may be left out."""

    literal: FNode
    step: int
    condition: Condition | None
    slicable: bool


class SwitchedTrace:
    """A trace as formulas over its symbols and switches, which stand in the order of the path."""

    def __init__(self, terms: Terms, trace: Trace, slicable: Callable[[int], bool], slicing: Slice) -> None:
        self.formulas: list[FNode] = []
        self.switches: list[Switch] = []
        self.inside: dict[int, Inside] = {}
        self._terms = terms
        for step, formula in enumerate(trace.partitions):
            literal = terms.symbol(f"step {step} holds")
            if slicing is Slice.BLOCK or trace.blocks[step].edge_count == 1:
                self.switches.append(Switch(literal, step, None, slicable(step)))
            else:
                self.switches.append(Switch(literal, step, None, slicable=False))
                formula = self._opened(trace, step)
            self.formulas.append(terms.implication(literal, formula))

    def _opened(self, trace: Trace, step: int) -> FNode:
        """The partition of a block whose conditions have switches, and the label behind it another one."""
        terms, leaves, label = self._terms, trace.blocks[step].path_condition.leaves, trace.label(step)
        self.inside[step] = Inside(len(leaves), label is not None)
        weaker: dict[int, FNode] = {}
        for place, leaf in enumerate(leaves):
            symbol = terms.symbol(f"condition {place} holds")
            weaker[place] = terms.disjunction((leaf.literal, terms.negation(symbol)))
            self.switches.append(Switch(trace.auxiliary(symbol, step), step, Condition(step, place, leaf.edge), slicable=True))
        if label is None:
            return trace.relaxed(step, weaker)
        literal = terms.symbol(f"label behind step {step} holds")
        self.switches.append(Switch(literal, step, Condition(step, len(leaves)), slicable=True))
        return trace.relaxed(step, weaker, terms.disjunction((label, terms.negation(literal))))

    def goes_with(self, number: int) -> list[int]:
        """What is left out together with a switch: a step alone, with a condition also the label behind its block."""
        condition = self.switches[number].condition
        block = None if condition is None else self.inside[condition.step]
        if condition is None or block is None or not block.labelled or condition.place == block.conditions:
            return [number]
        return [number, number + block.conditions - condition.place]


class Slicer:
    """Finds the contradicting steps of traces; ``seconds`` is the wall time of one check.

    ``checks`` counts the solver's answers.
    """

    def __init__(self, environment: Environment, make_session: Callable[[], SolverSession], seconds: float | None = None) -> None:
        self._terms = Terms(environment)
        self._make_session = make_session
        self._seconds = seconds
        self.checks = 0

    def contradictions(self, trace: Trace, slicable: Callable[[int], bool], caps: Caps) -> Contradictions:
        """All contradictions as far as ``caps`` admits their prefixes; the search ends at a step that is not ``slicable``.

        A block of several edges that is sliced by its conditions is not asked for.
        """
        with self.questions(trace, slicable, caps.slice) as questions:
            return _search(questions, caps)

    @contextmanager
    def questions(self, trace: Trace, slicable: Callable[[int], bool], slicing: Slice) -> Iterator[Questions]:
        """What can be asked about parts of a trace, as long as the context lasts."""
        switched = SwitchedTrace(self._terms, trace, slicable, slicing)
        session = self._make_session()
        try:
            session.add(*switched.formulas)
            yield Questions(switched, session, self._check)
        finally:
            session.close()

    def _check(self, session: SolverSession, assumptions: list[FNode]) -> Status:
        self.checks += 1
        return session.check(assumptions, timeout=self._seconds)


class Questions:
    """Whether parts of a trace are satisfiable, each given as the numbers of switches that are on."""

    def __init__(self, switched: SwitchedTrace, session: SolverSession, check: Callable[[SolverSession, list[FNode]], Status]) -> None:
        self.switched = switched
        self.switches = switched.switches
        self._session = session
        self._check = check
        self._numbers = {switch.literal: number for number, switch in enumerate(self.switches)}

    def check(self, numbers: Iterable[int]) -> Status:
        return self._check(self._session, [self.switches[number].literal for number in numbers])

    def core(self) -> frozenset[int]:
        """After an unsatisfiable check: switches of it that are unsatisfiable together."""
        return frozenset(self._numbers[literal] for literal in self._session.unsat_core())

    def reason(self) -> str:
        """After a check without answer: why there is none."""
        return self._session.reason_unknown or "the solver gave up"


def _search(questions: Questions, caps: Caps) -> Contradictions:
    switched = questions.switched
    switches, inside = switched.switches, switched.inside
    ends: list[int | Condition] = []
    fronts: list[tuple[Front, ...]] = []
    reason = ""
    kept = dict.fromkeys(range(len(switches)))
    cores: list[frozenset[int]] = []
    while caps.admit(len(ends), 0):
        cores = [core for core in cores if core <= kept.keys()]
        last = min(map(max, cores), default=None)
        while (status := questions.check(place for place in kept if last is None or place < last)) is Status.UNSAT:
            cores.append(questions.core())
            if not cores[-1]:
                reason = "what is left without any step is unsatisfiable"
                break
            last = max(cores[-1])
        if status is Status.UNKNOWN:
            reason = questions.reason()
        if reason or last is None or not caps.admit(len(ends), switches[last].step + 1):
            break
        ends.append(switches[last].condition or switches[last].step)
        if caps.starts:
            starts, why = _fronts(questions, [place for place in kept if place <= last], caps.starts)
            fronts.append(starts)
            reason = reason or why
        if not switches[last].slicable:
            break
        for number in switched.goes_with(last):
            kept.pop(number, None)
    return Contradictions(tuple(ends), reason, inside, tuple(fronts))


# The mirror of the search for ends: steps > first unsatisfiable => a core of them begins later; satisfiable => first is the latest start.
def _fronts(questions: Questions, prefix: Sequence[int], most: int) -> tuple[tuple[Front, ...], str]:
    """What may be cut off the front of a sliced prefix, whose switches are given, ascending; and why the search ended early, else ""."""
    switches = questions.switches
    end = switches[prefix[-1]].step
    kept = dict.fromkeys(prefix)
    omitted: list[int] = []
    fronts: list[Front] = []
    while len(fronts) < most:
        first: int | None = None
        while (status := questions.check(place for place in kept if first is None or switches[place].step > first)) is Status.UNSAT:
            core = questions.core()
            if not core:
                return tuple(fronts), "what is left without any step is unsatisfiable"
            first = switches[min(core)].step
        if status is Status.UNKNOWN:
            return tuple(fronts), questions.reason()
        if first is None:  # without what was omitted last nothing contradicts any more
            break
        if first or omitted:  # else it is the prefix itself
            fronts.append(Front(first, frozenset(omitted)))
        (start,) = [place for place in kept if switches[place].step == first and switches[place].condition is None]
        if first == end or not switches[start].slicable:
            break
        kept.pop(start)
        omitted.append(first)
    return tuple(fronts), ""
