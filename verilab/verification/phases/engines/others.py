"""The engines of a run beside the refinement loop.  Each is imported when it is made: few runs need all of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from verilab.program.cfa import Program
from verilab.resources import Deadline
from verilab.verification.costs import Engine
from verilab.verification.phases.phase import Analysis, Phase
from verilab.verification.proceedings import Proceedings
from verilab.verification.workshop import Workshop


class OtherEngine(Engine, Protocol):
    """What finds verdicts in its own way: ``run`` may be called ``attempts`` times, for another verdict where one is not accepted."""

    @property
    def attempts(self) -> int: ...

    @property
    def program(self) -> Program:
        """What the verdict is on, once there is one: it may be another lowering than the run's."""
        ...


def other_engine(proceedings: Proceedings, workshop: Workshop, phase: Phase, deadline: Deadline, tick: Callable[[], None]) -> OtherEngine:
    """The engine of a phase; ``tick`` is to be called where it may stand still.  ValueError for an analysis that refines."""
    match phase.analysis:
        case Analysis.CONTRACTS:
            from verilab.verification.phases.engines.contracts import ContractEngine

            return ContractEngine(proceedings.task, workshop, phase, deadline, tick)
        case Analysis.PDR:
            from verilab.verification.phases.engines.pdr import PdrEngine

            return PdrEngine(workshop, deadline, tick)
        case Analysis.HEAPS:
            from verilab.verification.phases.engines.heaps import HeapEngine

            return HeapEngine(proceedings.task, workshop, deadline, tick)
        case Analysis.INDUCTION:
            from verilab.verification.phases.engines.induction import InductionEngine

            return InductionEngine(workshop, phase, deadline, tick)
        case Analysis.LINEAR_FORMS:
            from verilab.verification.phases.engines.linear_forms import LinearFormsEngine

            return LinearFormsEngine(workshop, phase, deadline, tick)
        case Analysis.SLICING:
            from verilab.verification.phases.engines.slicing import SlicingEngine

            return SlicingEngine(workshop, phase, deadline, tick)
        case Analysis.TESTING:
            from verilab.verification.phases.engines.testing import RandomTesting

            return RandomTesting(proceedings.task, workshop, proceedings.executions, deadline, tick)
        case Analysis.UNROLLING:
            from verilab.verification.phases.engines.unrolling import UnrollingEngine

            return UnrollingEngine(workshop, deadline, tick)
    raise ValueError(f"the {phase.analysis} analysis refines")
