"""``verilab.refine``: the refinement loop in this process, step by step; a step can be looked at, and its choice overridden."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field, replace
from typing import Any, Self, Unpack

from verilab.analysis.arg import Arg
from verilab.analysis.candidates import Candidate
from verilab.analysis.exploration import rare_collections
from verilab.analysis.paths import Path
from verilab.analysis.precisions.writing import exported
from verilab.analysis.refinable import RefinableAnalysis
from verilab.api.programs import Program, loaded
from verilab.api.settings import Settings, configured
from verilab.api.tasks import Source, single_task
from verilab.data_classes import dataclass
from verilab.errors import Refused
from verilab.evidence.check import Certified, certify
from verilab.evidence.record import Evidence
from verilab.program.static_analysis.loop_counters import LoopCounterDefinition
from verilab.program.tasks import Task
from verilab.refinement.context import Context
from verilab.refinement.loop import RefinementLoop, Refinements, Refining
from verilab.refinement.statistics import LoopStatistics
from verilab.refinement.verdicts import Unknown, Unsafe, Verdict
from verilab.resources import Deadline, OutOfTime, SolverClock
from verilab.verification.configuration import Configuration, ConfigurationError
from verilab.verification.phases.engines.analyses import make_analysis
from verilab.verification.phases.phase import MOST_REJECTED, Analysis, Phase
from verilab.verification.phases.plan import plan
from verilab.verification.precisions import PrecisionExchange
from verilab.verification.workshop import Workshop, named_backends

STEPPED = tuple(analysis.value for analysis in Analysis if analysis.refines)
"""The analyses that have a refinement loop of their own."""


@dataclass(frozen=True, slots=True)
class Step:
    """A refinement that is about to be applied; it is when the loop goes on.

    ``number`` counts from 1; where a choice added nothing to the precision, the next step has the number again, and fewer candidates.
    ``context`` is what a score gets beside a candidate.
    """

    number: int
    candidates: Sequence[Candidate]
    chosen: Candidate
    context: Context

    @property
    def path(self) -> Path:
        """The error path of the chosen candidate, edge by edge; a block of several paths is a single step of it."""
        return self.chosen.path

    @property
    def model(self) -> Arg:
        """The abstract reachability graph as it is, before the refinement is applied; it draws itself in a notebook."""
        return self.context.exploration.arg

    def facts(self, candidate: Candidate) -> tuple[str, ...]:
        """What a candidate would add to the precision, as text."""
        return tuple(sorted(map(self.context.analysis.facts.text, candidate.increment.all)))

    def interpolants(self, candidate: Candidate) -> tuple[str, ...]:
        """The interpolants of a candidate, one for each inner point of its sliced prefix, as text."""
        return tuple(map(self.context.analysis.facts.interpolant_text, candidate.interpolants))

    def __str__(self) -> str:
        place = next((number for number, candidate in enumerate(self.candidates) if candidate is self.chosen), None)
        which = "a join" if place is None else f"candidate {place}"
        return f"refinement {self.number}: {which} of {len(self.candidates)}, tracks {', '.join(self.facts(self.chosen)) or 'nothing'}"


@dataclass(eq=False)
class Loop(Iterator[Step]):
    """A refinement loop that stands still before every refinement, as an iterator over its steps.

        for step in loop:
            loop.send(step.candidates[-1])      # instead of step.chosen

    ``verdict`` is None until the loop has ended; then it is Safe, Unsafe or Unknown, and certified as by ``verilab.verify``, by the
    ``evidence``.  It is a context manager, which ends the solvers' processes.  ``details``: what became of a precision that it began with.
    """

    program: Program
    configuration: Configuration
    verdict: Verdict | None = field(init=False, default=None)
    evidence: Evidence = field(init=False, default_factory=Evidence)
    details: dict[str, Any] = field(init=False, default_factory=dict, repr=False)
    _workshop: Workshop = field(init=False, repr=False)
    _loop: RefinementLoop = field(init=False, repr=False)
    _refinements: Refinements = field(init=False, repr=False)
    _current: Refining | None = field(init=False, default=None, repr=False)
    _sent: Candidate | None = field(init=False, default=None, repr=False)
    _rejections: int = field(init=False, default=0, repr=False)

    def __post_init__(self) -> None:
        configuration = self.configuration
        phase = _single_phase(configuration)
        deadline = Deadline(configuration.time_limit)
        self._workshop = Workshop(self.program.automaton, configuration, deadline, SolverClock(), named_backends(configuration))
        choices = self._workshop.choices
        try:
            analysis = make_analysis(self._workshop, phase, deadline)
            PrecisionExchange(self.program.task, configuration, [phase]).begin(analysis, phase, self._workshop, self.details)
            self._loop = RefinementLoop(
                analysis,
                phase.strategy,
                order=phase.order,
                deadline=deadline,
                dismissals=phase.dismissals,
                target_coverage=choices.target_coverage,
                target_limit=configuration.target_limit,
                loop_counter=choices.loop_counter,
                useless_choice=choices.useless_choice,
            )
        except BaseException:
            self.close()
            raise
        self._refinements = self._loop.refinements()

    def __next__(self) -> Step:
        """Apply the refinement at hand, explore, and stand still before the next one."""
        if self.verdict is not None:
            raise StopIteration
        sent, self._sent = self._sent, None
        while True:
            try:
                with rare_collections():
                    self._current = next(self._refinements) if self._current is None else self._refinements.send(sent)
            except StopIteration as end:
                self._current, sent = None, None
                if self._end(end.value):
                    raise StopIteration from None
                continue
            except OutOfTime:
                self._end(Unknown("timeout"))
                raise StopIteration from None
            current = self._current
            return Step(current.context.number, current.candidates, current.chosen, current.context)

    def send(self, candidate: Candidate) -> None:
        """Let the refinement at hand take this one of its candidates; Refused for any other, and where none is at hand."""
        if self._current is None:
            raise Refused("no refinement is at hand: send a candidate of the step that the loop gave last")
        if all(candidate is not proposed for proposed in self._current.candidates) and candidate is not self._current.chosen:
            raise Refused("that is no candidate of the refinement at hand: send one of step.candidates")
        self._sent = candidate

    def run(self) -> Verdict:
        """Go on to the end without standing still; the verdict."""
        for _ in self:
            pass
        assert self.verdict is not None
        return self.verdict

    @property
    def statistics(self) -> LoopStatistics:
        """The counters so far: refinements, states, candidates, seconds of exploration and refinement."""
        return self._loop.statistics

    @property
    def analysis(self) -> RefinableAnalysis:
        """The analysis with its precision as it is."""
        return self._loop.analysis

    def precision(self) -> dict[str, str]:
        """The precision as it is, as the text of a precision file for each kind of facts: "predicates", "values" (CPAchecker's formats)."""
        return {kind.value: text for kind, text in exported(self.analysis).items()}

    def close(self) -> None:
        """End the solvers' processes; the loop cannot go on afterwards."""
        for backend in self._workshop.backends.values():
            backend.close()
        self._workshop.backends.clear()
        self.verdict = self.verdict or Unknown("closed")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _end(self, verdict: Verdict) -> bool:
        """Certify what the loop came to; False where it goes on behind a violation that was not accepted."""
        certified = Certified(verdict, Evidence()) if isinstance(verdict, Unknown) else self._certified(verdict)
        if isinstance(verdict, Unsafe) and isinstance(certified.verdict, Unknown) and certified.evidence.kind == "replay":
            self._rejections += 1
            if self._rejections <= MOST_REJECTED:
                self._refinements = self._loop.further_refinements(certified.verdict.reason)
                return False
        self.verdict, self.evidence = certified.verdict, certified.evidence
        return True

    def _certified(self, verdict: Verdict) -> Certified:
        try:
            checkers = replace(self._workshop.checkers(), convention=self.program.task.error_convention)
            return certify(self._workshop.original, self._workshop.claimed(verdict), checkers)
        except OutOfTime:
            return Certified.unknown("timeout while checking the evidence")


def refine(program: Source | Task | Program, *, configuration: Configuration | None = None, **settings: Unpack[Settings]) -> Loop:
    """The refinement loop of a program (thesis Alg. 3.1) as an iterator over its steps, in this process.

    The keywords are those of ``verilab.verify``; ``analysis`` is "predicate" by default and must be one that refines: value, predicate or
    composite.  ``time_limit`` is in seconds from here on, no limit by default.  Operators that are objects are called here: they can be
    stepped through by a debugger.

    Refused for settings and names that there are not, InputError for a program that cannot be read.  The same on the command line, with
    all refinements in a log: ``verilab verify FILE --analysis predicate --log-refinements log.jsonl``, then ``verilab explain log.jsonl``.
    """
    base = configuration or Configuration(analysis="predicate", time_limit=None)
    configuration = configured(base, settings)
    if isinstance(program, Program):
        return Loop(replace(program, loop_counter=LoopCounterDefinition(configuration.loop_counter)), configuration)
    return Loop(loaded(single_task(program), configuration), configuration)


def _single_phase(configuration: Configuration) -> Phase:
    phases = plan(configuration).phases
    if len(phases) > 1 or not phases[0].analysis.refines:
        raise ConfigurationError(f"analysis={configuration.analysis!r} has no refinement loop of its own; known: {', '.join(STEPPED)}")
    return phases[0]
