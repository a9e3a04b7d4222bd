"""What a run has come to so far, and whom it tells: one for the whole run, and one for each phase in a process of its own."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import field
from functools import reduce
from typing import TYPE_CHECKING, Any

from verilab.data_classes import dataclass
from verilab.evidence.compiler.executions import ProofExecutions
from verilab.program.tasks import Task
from verilab.refinement.counters import Counters
from verilab.refinement.log import RefinementLog
from verilab.refinement.steering import Steering
from verilab.resources import Deadline
from verilab.solving.queries.recorder import QueryRecorder
from verilab.verification.configuration import Configuration
from verilab.verification.costs import Costs, Engine
from verilab.verification.docket import Docket
from verilab.verification.progress import Progress
from verilab.verification.witnesses import ClaimPhase

if TYPE_CHECKING:
    from verilab.verification.precisions import PrecisionExchange

_LOGGER = logging.getLogger("verilab.verification")


@dataclass
class Proceedings:
    """``phase``: what runs now; ``engines``: by phase, those that have begun and not ended.  ``details`` are plain JSON values.

    ``tells_invariants``: those of a proof's loops go there.  ``claims``: what a witness claims of the program.
    ``precisions``: the files that analyses begin with, and that the last precision goes to.
    """

    task: Task
    configuration: Configuration
    deadline: Deadline
    docket: Docket
    costs: Costs = field(default_factory=Costs)
    progress: Callable[[Progress], None] = lambda progress: None
    log: RefinementLog | None = None
    steering: Steering | None = None
    recorder: QueryRecorder | None = None
    executions: ProofExecutions | None = None
    details: dict[str, Any] = field(default_factory=dict)
    tells_invariants: bool = False
    claims: ClaimPhase | None = None
    precisions: PrecisionExchange | None = None
    phase: str = "front end"
    engines: dict[str, Engine] = field(default_factory=dict)

    def report(self) -> None:
        """Tell how far it is."""
        self.progress(Progress(self.phase, self.docket.decided(), self.costs.spent(self.running())))

    def running(self) -> Counters:
        """The counters of the phases that have begun and not ended."""
        return reduce(Counters.plus, (engine.statistics for engine in self.engines.values()), Counters())

    def begin(self, phase: str) -> None:
        """What is told from here on is of this phase, which may decide what another one has given up."""
        _LOGGER.info("%s: phase %s begins", self.task.name, phase)
        self.docket.begin_phase()
        self.phase = phase
        if self.log is not None:
            self.log.phase = phase
