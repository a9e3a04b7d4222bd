"""Refinement: from an infeasible path of blocks to the predicates that exclude it (SPIN'15 §4; Henzinger et al., POPL 2004).

I_1 .. I_{n-1} for the path's partitions; the precision gains at the control point of cut k the predicates of I_k, said of the
program's own symbols.  The configured procedures are asked in order until one answers with something new, or as ``Fallback`` has it; what
failed before it is counted, and named in the candidate's provenance.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import field
from typing import Protocol

from pysmt.fnode import FNode

from verilab.analysis.candidates import Increment
from verilab.analysis.predicate.choices import Extraction, Fallback
from verilab.analysis.predicate.predicates import Predicates
from verilab.data_classes import dataclass
from verilab.formulas.blocks.block import Block
from verilab.program.control import ControlPoint
from verilab.solving.fallbacks import Patience
from verilab.solving.interpolation import Interpolants, Interpolator, Outcome, TimedOut, reason_of

LARGE = 600
"""Edges of a trace past which the procedures that scale come first."""
SCALES = (":backward",)


@dataclass(frozen=True, slots=True)
class Refutation:
    """Why a trace is infeasible: an interpolant per inner cut over the program's symbols, and the predicates they bring."""

    interpolants: tuple[FNode, ...]
    increment: Increment
    provenance: str


@dataclass(slots=True)
class RefutationCounters:
    """Traces that were to be refuted, and outcomes by procedure, as ``procedure:outcome`` ("z3:horn:timedout")."""

    traces: int = 0
    outcomes: dict[str, int] = field(default_factory=dict)

    def note(self, procedure: str, outcome: str) -> None:
        key = f"{procedure}:{outcome}"
        self.outcomes[key] = self.outcomes.get(key, 0) + 1


class Refutable(Protocol):
    """A path formula: its partitions, the control points of its cuts, and what an interpolant at a cut says of the state there.

    ``blocks`` has one for each step where the cuts are those of a path of blocks.
    """

    @property
    def partitions(self) -> Sequence[FNode]: ...
    @property
    def points(self) -> Sequence[ControlPoint]: ...
    @property
    def blocks(self) -> Sequence[Block]: ...
    def to_state(self, formula: FNode, cut: int) -> FNode: ...


class Refuter:
    """Interpolates infeasible traces with the first of its procedures that succeeds; with Fallback.NONE the first is the only one.

    ``seconds``: wall time of one query, which several procedures share as ``Patience`` has it.
    """

    def __init__(
        self,
        predicates: Predicates,
        procedures: Sequence[Interpolator],
        extraction: Extraction = Extraction.ATOMS,
        seconds: float | None = None,
        fallback: Fallback = Fallback.NEW,
    ) -> None:
        if not procedures:
            raise ValueError("the predicate analysis needs at least one interpolation procedure")
        self.counters = RefutationCounters()
        self._predicates = predicates
        self._procedures = tuple(procedures[:1] if fallback is Fallback.NONE else procedures)
        self._fallback = fallback
        self._extraction = extraction
        self._seconds = seconds
        self._facts: dict[FNode, frozenset[FNode]] = {}
        self._patience = Patience()

    def refute(self, trace: Refutable, is_new: Callable[[Increment], bool] = lambda increment: True) -> Refutation | str:
        """A refutation, with Fallback.NEW one that adds something where any procedure finds one; else what each procedure said."""
        self.counters.traces += 1
        failures: list[str] = []
        known: Refutation | None = None
        for interpolator, outcome in self._patience.ask(self._ordered(trace), trace.partitions, self._seconds):
            answer = self._judged(interpolator, outcome, trace, failures)
            if isinstance(answer, str):
                failures.append(f"{interpolator.procedure}: {answer}")
            elif self._fallback is not Fallback.NEW or is_new(answer.increment):
                self.counters.note(interpolator.procedure, "used")
                return answer
            else:
                self.counters.note(interpolator.procedure, "nothing new")
                failures.append(f"{interpolator.procedure}: nothing new")
                known = known or answer
        return known if known is not None else "; ".join(dict.fromkeys(failures))

    def _ordered(self, trace: Refutable) -> Sequence[Interpolator]:
        """Whom to ask; on a large trace first those who scale."""
        if sum(block.edge_count for block in trace.blocks) <= LARGE:
            return self._procedures
        return sorted(self._procedures, key=lambda interpolator: not interpolator.procedure.endswith(SCALES))

    def _judged(self, interpolator: Interpolator, outcome: Outcome, trace: Refutable, failures: list[str]) -> Refutation | str:
        """The procedure's refutation, or in a few words why there is none."""
        if isinstance(outcome, Interpolants):
            refutation = self.refutation(trace, outcome, failures)
            if isinstance(refutation, str):
                self.counters.note(interpolator.procedure, "untranslatable")
            return refutation
        name = type(outcome).__name__.lower()
        self.counters.note(interpolator.procedure, name)
        return "timeout" if isinstance(outcome, TimedOut) else reason_of(outcome) or name

    def refutation(self, trace: Refutable, outcome: Interpolants, failures: Sequence[str] = ()) -> Refutation | str:
        """What interpolants over the symbols of the trace's cuts say of the program's; or why they say nothing of its states.

        ``failures``: what was tried before.
        """
        states: list[FNode] = []
        facts: dict[ControlPoint, frozenset[FNode]] = {}
        before: FNode | None = None
        constant = True
        for cut, formula in enumerate(outcome.formulas, start=1):
            # Long paths change little per step: most interpolants are the one before, said of the same state.
            if formula is not before or (trace.blocks[cut - 1].exit and not constant):
                before, constant = formula, formula.is_bool_constant()
                try:
                    state = trace.to_state(formula, cut)
                except ValueError as error:
                    return str(error)
                predicates = self._extracted(state)
            states.append(state)
            if predicates:
                point = trace.points[cut]
                known = facts.get(point)
                facts[point] = predicates if known is None or known is predicates else known | predicates
        provenance = outcome.procedure + (f" ({outcome.fallback})" if outcome.fallback else "")
        if failures:
            provenance += f" (after {'; '.join(dict.fromkeys(failures))})"
        return Refutation(tuple(states), Increment(facts), provenance)

    def _extracted(self, state: FNode) -> frozenset[FNode]:
        """The predicates of an interpolant; prefixes of one path and paths of one run have many in common."""
        predicates = self._facts.get(state)
        if predicates is None:
            predicates = self._facts[state] = self._predicates.extract(state, self._extraction)
        return predicates
