"""Verdicts: sum types that carry their evidence."""

from __future__ import annotations

from dataclasses import field

from verilab.analysis.invariants import Invariants
from verilab.data_classes import dataclass
from verilab.program.abstract_heaps import HeapInvariant
from verilab.program.compiled_execution import CompiledExecution
from verilab.program.contracts.modular import Modular
from verilab.program.counterexample import Choice, Counterexample
from verilab.program.linear_forms.extension import Extension
from verilab.program.only_execution import OnlyExecution
from verilab.program.slicing.slices import Slice
from verilab.program.unrolled import Unrolled


@dataclass(frozen=True, slots=True)
class Safe:
    """No error location is reachable; proven by inductive invariants.

    ``modular``: where they are of the program that says that contracts hold, which is not the verified one; ``extension``: of that which
    has linear forms as variables; ``slice``: of that which has only what may decide whether an error is reached.  ``execution``: where the
    program has one execution only, which is the proof; then there are no invariants, nor where ``unrolled`` says how long all executions
    are, which is the proof then.  ``rounds``: where the invariant of the one loop's head excludes errors only behind so many rounds from
    it (k-induction), and up to these rounds executions were looked at.  ``heaps``: invariants of another lowering, which are the proof.
    ``supposed``: why the analysis itself has no proof, "" where it has one: the domain reaches errors by paths whose formulas are
    unsatisfiable, and the invariants leave these errors out.
    """

    invariants: Invariants
    modular: Modular | None = None
    extension: Extension | None = None
    slice: Slice | None = None
    execution: OnlyExecution | None = None
    unrolled: Unrolled | None = None
    rounds: int = 0
    heaps: HeapInvariant | None = None
    supposed: str = ""

    @property
    def has_invariants(self) -> bool:
        """Whether ``invariants`` are the proof; where they are not, a loop without one is not claimed to be unreachable."""
        others = (self.execution, self.unrolled, self.heaps, self.extension, self.slice)
        return not self.rounds and all(other is None for other in others)


@dataclass(frozen=True, slots=True)
class Unsafe:
    """An error location is reachable; shown by an execution.

    ``compiled``: where it is one of the compiled program only, through memory that the model does not have or in too many steps; then the
    counterexample has no choices, and at most the edge to the error.
    """

    counterexample: Counterexample
    compiled: CompiledExecution | None = None


@dataclass(frozen=True, slots=True)
class Unknown:
    """No answer; ``reason`` says why in a few words ("timeout", "imprecise: heap", "repeated counterexample", ...).

    ``properties`` are those that it is about, of a program with several; empty for all that are open.
    """

    reason: str
    properties: frozenset[str] = field(default=frozenset(), compare=False)


Verdict = Safe | Unsafe | Unknown

__all__ = ["Choice", "Counterexample", "Safe", "Unknown", "Unsafe", "Verdict"]
