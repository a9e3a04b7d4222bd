"""Refinement: from an infeasible path of blocks to the predicates that exclude it (SPIN'15 §4; Henzinger et al., POPL 2004).

I_1 .. I_{n-1} for the path's partitions; the precision gains at the control point of cut k the predicates of I_k, said of the
program's own symbols.  The configured procedures are asked in order until one answers with something new; what failed before it is
counted, and named in the candidate's provenance.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from pysmt.fnode import FNode

from verilab.analysis.predicate.predicates import Extraction, Predicates
from verilab.analysis.refinable import Increment
from verilab.formulas.trace import Trace
from verilab.program.control import ControlPoint
from verilab.solving.interpolation import Interpolants, Interpolator, Invalid, TimedOut


@dataclass(frozen=True, slots=True)
class Refutation:
    """Why a trace is infeasible: an interpolant per inner cut over the program's symbols, and the predicates they bring."""

    interpolants: tuple[FNode, ...]
    increment: Increment
    provenance: str


@dataclass(slots=True)
class RefutationCounters:
    """Outcomes by procedure, as ``procedure:outcome`` ("z3:horn:timedout")."""

    outcomes: dict[str, int] = field(default_factory=dict)

    def note(self, procedure: str, outcome: str) -> None:
        key = f"{procedure}:{outcome}"
        self.outcomes[key] = self.outcomes.get(key, 0) + 1


class Refuter:
    """Interpolates infeasible traces with the first of its procedures that succeeds."""

    def __init__(
        self,
        predicates: Predicates,
        procedures: Sequence[Interpolator],
        extraction: Extraction = Extraction.ATOMS,
        seconds: float | None = None,
    ) -> None:
        if not procedures:
            raise ValueError("the predicate analysis needs at least one interpolation procedure")
        self.counters = RefutationCounters()
        self._predicates = predicates
        self._procedures = tuple(procedures)
        self._extraction = extraction
        self._seconds = seconds

    def refute(self, trace: Trace, is_new: Callable[[Increment], bool]) -> Refutation | str:
        """A refutation, one that adds something where any procedure finds one; else what each procedure said."""
        failures: list[str] = []
        known: Refutation | None = None
        for interpolator in self._procedures:
            outcome = interpolator.sequence(trace.partitions, timeout=self._seconds)
            if isinstance(outcome, Interpolants):
                refutation = self._refutation(trace, outcome, failures)
                if isinstance(refutation, str):
                    self.counters.note(interpolator.procedure, "untranslatable")
                    failures.append(f"{interpolator.procedure}: {refutation}")
                elif is_new(refutation.increment):
                    self.counters.note(interpolator.procedure, "used")
                    return refutation
                else:
                    self.counters.note(interpolator.procedure, "nothing new")
                    failures.append(f"{interpolator.procedure}: nothing new")
                    known = known or refutation
                continue
            name = type(outcome).__name__.lower()
            self.counters.note(interpolator.procedure, name)
            reason = outcome.violation if isinstance(outcome, Invalid) else getattr(outcome, "reason", name)
            failures.append(f"{interpolator.procedure}: {'timeout' if isinstance(outcome, TimedOut) else reason}")
        return known if known is not None else "; ".join(failures)

    def _refutation(self, trace: Trace, outcome: Interpolants, failures: list[str]) -> Refutation | str:
        formulas: list[FNode] = []
        facts: dict[ControlPoint, frozenset[FNode]] = {}
        for cut, formula in enumerate(outcome.formulas, start=1):
            try:
                state = trace.to_state(formula, cut)
            except ValueError as error:
                return str(error)
            formulas.append(state)
            found = self._predicates.extract(state, self._extraction)
            if found:
                point = trace.points[cut]
                facts[point] = facts.get(point, frozenset()) | found
        provenance = outcome.procedure
        if failures:
            provenance += f" (after {'; '.join(failures)})"
        return Refutation(tuple(formulas), Increment(facts), provenance)
