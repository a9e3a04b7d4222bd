"""Executions of the compiled program against a proof.

The compilation runs beside the analysis; when a proof is there, the program is run on many inputs for a short time.  A run that reaches
the error before any undefined behaviour refutes the proof, whatever its formulas say: nothing here is shared with the analysis but the
file.  A first, fast build finds such runs; one with the compiler's sanitizers confirms them.
"""

from __future__ import annotations

import tempfile
import threading
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Protocol

from verilab.data_classes import dataclass
from verilab.evidence.budget import Part
from verilab.evidence.compiler.beside import Beside
from verilab.evidence.compiler.building import Builder, Claimed, Executable, Source
from verilab.evidence.compiler.claims.conditions import WatchedStatement
from verilab.evidence.compiler.claims.places import ClaimedPlace
from verilab.evidence.compiler.driver import Driven, WatchedRuns, drive, watch
from verilab.evidence.compiler.refusals import refusal
from verilab.evidence.compiler.toolchain import Cancelled, Compiler, ToolError, Tools, compiler_for
from verilab.evidence.results import Accepted, CompiledResult, InputVector, Refused, Rejected, Unchecked
from verilab.program.tasks.properties import ErrorConvention
from verilab.program.types import DataModel
from verilab.resources import Deadline, preparing

RUNS_SHARE = 0.1
LEAST_RUNS_SECONDS = 0.15
LEAST_WAIT_SECONDS = 1.0
MOST_SECONDS = 10.0
_MOST_RUNS = 2000
CONFIRMATION_SECONDS = 1.0
CONFIRMED_CLAIM_SECONDS = 4.0
_RUN_MILLISECONDS = 20
LARGEST_CLAIMED = 400_000
"""Characters of source; larger ones are compiled without the sanitizers that the claims need."""
CHARACTERS_PER_SECOND = 500_000
"""That are compiled, about, so that what is compiled does not depend on who else uses the machine."""
CHARACTERS_OF_A_CONDITION = 100
"""A watched condition takes as long to be compiled as so many characters."""
BUILD_SHARE, LEAST_BUILD_SECONDS = 0.1, 0.2
"""The program is compiled again for its claims where that takes at most so much of the run, or so many seconds."""
LEAST_REST_SECONDS = 1.0
"""Of the run's time, for them to be compiled."""
CLAIMS_SHARE, LEAST_CLAIMS_SECONDS = 0.05, 0.15
WATCHED_SHARE, LEAST_WATCHED_SECONDS = 0.05, 0.2
_MOST_WATCHED = 100
_WATCHED_MILLISECONDS = 10


class ModelOfDecisions(Protocol):
    """What runs of the compiled program are to decide, as our model of the program has it."""

    @property
    def statements(self) -> Sequence[WatchedStatement]: ...

    def difference(self, watched: WatchedRuns, time: Part) -> str:
        """What the compiled program decides otherwise, "" where nothing."""
        ...

    def confirms(self, watched: WatchedRuns) -> str:
        """The difference that there is whatever C leaves open."""
        ...


class ProofExecutions(Protocol):
    """The compiled program, built here or in another process: what tries a proof by its executions, and its executable."""

    def against_proof(
        self,
        vectors: Sequence[InputVector] = (),
        deadline: Deadline | None = None,
        claims: Sequence[ClaimedPlace] = (),
        model: ModelOfDecisions | None = None,
    ) -> CompiledResult: ...

    def executable(self, seconds: float) -> Executable | str | None: ...


@dataclass(frozen=True, slots=True)
class _Claims:
    """The program with claims in it, and the statements that it watches."""

    built: Claimed
    statements: Sequence[WatchedStatement]


class Executions:
    """The program's executable, built in the background from the moment this is made until ``close``."""

    def __init__(self, source: Path, model: DataModel, convention: ErrorConvention, compiler: Compiler | None = None) -> None:
        self._started = time.monotonic()
        self._arguments = (source, convention)
        self._model = model
        self._compiler = compiler
        self._directory = tempfile.TemporaryDirectory(prefix="verilab-", ignore_cleanup_errors=True)
        self._tools = Tools(Path(self._directory.name))
        self._executable: Executable | None = None
        self._builder: Builder | None = None
        self._failure = ""
        self._refusal = ""
        self._thread = threading.Thread(target=self._build, daemon=True)
        self._thread.start()

    def _build(self) -> None:
        with preparing():
            self._prepare()

    def _prepare(self) -> None:
        try:
            self._compiler = self._compiler or compiler_for(self._model)
            if self._compiler is None:
                self._failure = f"no gcc compiles for {self._model.value} here"
                return
            self._builder = Builder(Source.read(*self._arguments), self._model, self._compiler, self._tools)
            self._executable = self._builder.build()
        except (ToolError, OSError) as failure:
            if isinstance(failure, ToolError) and self._compiler is not None:
                self._refusal = refusal(self._arguments[0], self._model, self._compiler, self._tools)
            complaints = [line for line in str(failure).splitlines() if "rror" in line] or [str(failure) or type(failure).__name__]
            self._failure = f"gcc: {complaints[0][:300]}"
        except Cancelled:
            self._failure = "cancelled"

    def close(self) -> None:
        """End what is still compiled and remove the files."""
        self._tools.cancel()
        self._thread.join()
        self._directory.cleanup()

    def executable(self, seconds: float) -> Executable | str | None:
        """What was built, or why nothing was; None where it is not ready after so many seconds."""
        self._thread.join(seconds)
        return None if self._thread.is_alive() else self._executable or self._failure

    def against_proof(
        self,
        vectors: Sequence[InputVector] = (),
        deadline: Deadline | None = None,
        claims: Sequence[ClaimedPlace] = (),
        model: ModelOfDecisions | None = None,
    ) -> CompiledResult:
        """Rejected where some execution reaches the error; Unchecked where the program could not be run in time.

        ``vectors`` are run first.  Meanwhile it is compiled again with the ``claims`` of the proof in it, which executions may refute, and
        what it decides is compared with what the ``model`` does.  The time is a share of what has passed since the compilation began.
        """
        passed = time.monotonic() - self._started
        limit = (deadline or Deadline()).within(MOST_SECONDS)
        self._thread.join(limit.within(max(LEAST_WAIT_SECONDS, RUNS_SHARE * passed)).remaining())
        if self._thread.is_alive():
            return Unchecked("the program is still being compiled")
        if self._executable is None or self._compiler is None:
            return Refused(self._refusal) if self._refusal else Unchecked(self._failure)
        built = None
        if claims or (model is not None and model.statements):
            built = Beside(lambda: self._claimed(claims, () if model is None else model.statements, limit, passed))
        seconds = limit.within(max(LEAST_RUNS_SECONDS, RUNS_SHARE * passed)).remaining()
        outcome = self._run(self._executable, 0, seconds or 0.0, vectors)
        claimed = None if built is None else built.result()
        if outcome.seed is not None:
            outcome = self._confirmed(outcome, vectors, limit)
        if outcome.seed is not None:
            reason = f"an execution of the compiled program reaches the error (seed {outcome.seed}{outcome.first_inputs})"
            return Rejected(reason, str(self._compiler))
        if not outcome.runs:
            return Unchecked("the compiled program cannot be run here")
        tried = f"{outcome.runs} execution{'s' if outcome.runs > 1 else ''} by {self._compiler}"
        if claimed is None:
            return Accepted(tried)
        outcomes = claimed if isinstance(claimed, str) else self._against_claims(claimed, claims, model, vectors, limit, passed)
        return outcomes if isinstance(outcomes, Rejected) else Accepted(f"{tried} ({outcomes})")

    def _claimed(
        self, claims: Sequence[ClaimedPlace], statements: Sequence[WatchedStatement], limit: Deadline, passed: float
    ) -> _Claims | str:
        """The program with the claims in it, and as many watched statements as there is time for; or why there is none."""
        assert self._builder is not None
        size = len(self._builder.source.text)
        most = min(LARGEST_CLAIMED, int(CHARACTERS_PER_SECOND * max(LEAST_BUILD_SECONDS, BUILD_SHARE * passed)))
        if size > most:
            return "claims not compiled: the program is too large for the time of this run"
        rest = limit.remaining()
        if rest is not None and rest < LEAST_REST_SECONDS:
            return "claims not compiled: there is no time left"
        if rest is not None:
            self._tools.seconds = rest / 3
        try:
            statements = statements[: (most - size) // CHARACTERS_OF_A_CONDITION]
            built = self._builder.build_claimed(claims, statements)
        except (ToolError, OSError) as failure:
            lines = str(failure).splitlines() or [type(failure).__name__]
            complaint = next((line for line in lines if "rror" in line), lines[0])
            return f"claims not compiled: {complaint[:200]}"
        except Cancelled:
            return "claims not compiled: cancelled"
        return "claims not compiled: the source has no place for them" if built is None else _Claims(built, statements)

    def _against_claims(
        self,
        claimed: _Claims,
        claims: Sequence[ClaimedPlace],
        model: ModelOfDecisions | None,
        vectors: Sequence[InputVector],
        limit: Deadline,
        passed: float,
    ) -> Rejected | str:
        """What became of them: refuted, or how many runs came to how many of them."""
        assert self._builder is not None
        built = claimed.built
        outcomes = []
        if built.places:
            seconds = min(max(LEAST_CLAIMS_SECONDS, CLAIMS_SHARE * passed), (limit.remaining() or 0.0) / 4)
            driven = self._run(built.executable, 0, seconds, vectors)
            if driven.seed is not None:
                driven = self._confirmed_claim(driven, claims, vectors, limit)
            if driven.seed is not None:
                return Rejected(_refuted(driven, claims, self._builder.source.name), str(self._compiler))
            number = len(built.places)
            outcomes.append(f"{driven.runs} with {number} claim{'s' if number > 1 else ''}")
        if model is not None and built.watched:
            compared = self._against_model(built, model, claimed.statements, vectors, limit, passed)
            if isinstance(compared, Rejected):
                return compared
            outcomes.append(compared)
        return ", ".join(outcomes)

    def _against_model(
        self,
        built: Claimed,
        model: ModelOfDecisions,
        statements: Sequence[WatchedStatement],
        vectors: Sequence[InputVector],
        limit: Deadline,
        passed: float,
    ) -> Rejected | str:
        """Whether the compiled program decides as the model does, also behind conditions that are opened by force."""
        assert self._builder is not None
        assert self._compiler is not None
        seconds = min(max(LEAST_WATCHED_SECONDS, WATCHED_SHARE * passed), (limit.remaining() or MOST_SECONDS) / 4)
        watched = self._watched(built, seconds / 2, vectors)
        if not model.difference(watched, Part(time.monotonic() + seconds)):
            return f"{len(watched.runs)} compared in {len(built.watched)} condition{'s' if len(built.watched) > 1 else ''}"
        if self._compiler.hosted:  # behind undefined behaviour nothing is to be compared
            try:
                checked = self._builder.build_claimed((), statements, sanitized=True)
            except (ToolError, OSError, Cancelled):
                checked = None
            if checked is None:
                return "a difference from the model is not confirmed"
            watched = self._watched(checked, limit.within(CONFIRMED_CLAIM_SECONDS).remaining() or 0.0, vectors)
        difference = model.confirms(watched)
        return Rejected(difference, str(self._compiler)) if difference else "a difference from the model is left open by C"

    def _watched(self, built: Claimed, seconds: float, vectors: Sequence[InputVector]) -> WatchedRuns:
        runs = watch(built.executable, seconds, runs=_MOST_WATCHED, milliseconds=_WATCHED_MILLISECONDS, vectors=vectors)
        return WatchedRuns(runs, built.watched, built.executable.inputs)

    def _confirmed_claim(self, driven: Driven, claims: Sequence[ClaimedPlace], vectors: Sequence[InputVector], limit: Deadline) -> Driven:
        """The same with the address sanitizer, where there is one; where that build fails, the faster one's word stands."""
        assert self._builder is not None
        assert self._compiler is not None
        assert driven.seed is not None
        if not self._compiler.hosted:
            return driven
        try:
            built = self._builder.build_claimed(claims, sanitized=True)
        except (ToolError, OSError):
            return driven
        except Cancelled:
            built = None
        if built is None:
            return Driven(driven.runs)
        # What a run tries depends on those before it.
        seconds = limit.within(CONFIRMED_CLAIM_SECONDS).remaining() or 0.0
        return self._run(built.executable, 0, seconds, vectors)

    def _confirmed(self, driven: Driven, vectors: Sequence[InputVector], limit: Deadline) -> Driven:
        """What remains of an execution that reaches the error when undefined behaviour ends it; where that build fails, all of it."""
        assert self._builder is not None
        assert driven.seed is not None
        try:
            executable = self._builder.build_sanitized()
            if executable is self._executable:
                return driven
        except (ToolError, OSError):
            return driven
        except Cancelled:
            return Driven(driven.runs)
        seconds = limit.within(CONFIRMATION_SECONDS).remaining() or 0.0
        steered = driven.seed < len(vectors)
        again = self._run(executable, driven.seed, seconds, vectors[driven.seed :] if steered else ())
        return replace(again, runs=driven.runs + again.runs)

    def _run(self, executable: Executable, first: int, seconds: float, vectors: Sequence[InputVector]) -> Driven:
        return drive(executable, seconds, first=first, runs=_MOST_RUNS, milliseconds=_RUN_MILLISECONDS, vectors=vectors)


def _refuted(driven: Driven, claims: Sequence[ClaimedPlace], file: str) -> str:
    """Which claim is false, or where the claims allow a state that leads to the error."""

    def place(number: int) -> str:
        return f"{file}:{claims[number].line}:{claims[number].column}"

    leapt = "" if driven.leapt is None else f" that went on from a state which the claim at {place(driven.leapt)} allows"
    if driven.claim is None:
        return f"an execution of the compiled program{leapt} reaches the error (seed {driven.seed}{driven.first_inputs})"
    claimed = claims[driven.claim]
    values = ", ".join(f"{text} = {value}" for text, value in list(zip(claimed.values, driven.values, strict=False))[:8])
    what = f"a claim of the proof is false in an execution of the compiled program{leapt} at {place(driven.claim)}: {claimed.shown}"
    return f"{what} ({values or 'it is reached'}; seed {driven.seed}{driven.first_inputs})"
