"""Executions of the compiled program against a proof.

The compilation runs beside the analysis; when a proof is there, the program is run on many inputs for a short time.  A run that reaches
the error before any undefined behaviour refutes the proof, whatever its formulas say: nothing here is shared with the analysis but the
file.  A first, fast build finds such runs; one with the compiler's sanitizers confirms them.
"""

from __future__ import annotations

import contextlib
import struct
import subprocess
import tempfile
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from verilab.evidence.compiler.building import Builder, Executable, Source
from verilab.evidence.compiler.toolchain import Cancelled, Compiler, ToolError, Tools, compiler_for
from verilab.evidence.results import Accepted, CheckResult, InputVector, Rejected, Unchecked
from verilab.program.tasks.properties import ErrorConvention
from verilab.program.types import DataModel
from verilab.resources import Deadline

RUNS_SHARE = 0.1
LEAST_RUNS_SECONDS = 0.15
LEAST_WAIT_SECONDS = 1.0
_MOST_SECONDS = 10.0
_MOST_RUNS = 2000
_CONFIRMATION_SECONDS = 1.0
_RUN_MILLISECONDS = 20
_BEFORE_MAIN = 107
# Sanitizers reserve more addresses than any limit of a run, and use few of them.
_WITHOUT_LIMIT = 'ulimit -S -v unlimited 2>/dev/null; exec "$@"'


@dataclass(frozen=True, slots=True)
class _Outcome:
    """What the driver tells: how many runs there were, and the seed and inputs of the one that reached the error."""

    runs: int
    seed: int | None = None
    inputs: str = ""


class ProofExecutions(Protocol):
    """What tries a proof by executions of the compiled program, here or in another process."""

    def against_proof(self, vectors: Sequence[InputVector] = (), deadline: Deadline | None = None) -> CheckResult: ...


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
        self._thread = threading.Thread(target=self._build, daemon=True)
        self._thread.start()

    def _build(self) -> None:
        try:
            self._compiler = self._compiler or compiler_for(self._model)
            if self._compiler is None:
                self._failure = f"no gcc compiles for {self._model.value} here"
                return
            self._builder = Builder(Source.read(*self._arguments), self._model, self._compiler, self._tools)
            self._executable = self._builder.build()
        except (ToolError, OSError) as failure:
            complaints = [line for line in str(failure).splitlines() if "rror" in line] or [str(failure) or type(failure).__name__]
            self._failure = f"gcc: {complaints[0][:300]}"
        except Cancelled:
            self._failure = "cancelled"

    def close(self) -> None:
        """End what is still compiled and remove the files."""
        self._tools.cancel()
        self._thread.join()
        self._directory.cleanup()

    def against_proof(self, vectors: Sequence[InputVector] = (), deadline: Deadline | None = None) -> CheckResult:
        """Rejected where some execution reaches the error; Unchecked where the program could not be run in time.

        ``vectors`` are run first.  The time is a share of what has passed since the compilation began.
        """
        passed = time.monotonic() - self._started
        limit = (deadline or Deadline()).within(_MOST_SECONDS)
        self._thread.join(limit.within(max(LEAST_WAIT_SECONDS, RUNS_SHARE * passed)).remaining())
        if self._thread.is_alive():
            return Unchecked("the program is still being compiled")
        if self._executable is None or self._compiler is None:
            return Unchecked(self._failure)
        seconds = limit.within(max(LEAST_RUNS_SECONDS, RUNS_SHARE * passed)).remaining()
        outcome = self._run(self._executable, 0, seconds or 0.0, vectors)
        if outcome.seed is not None:
            outcome = self._confirmed(outcome, vectors, limit)
        if outcome.seed is not None:
            reason = f"an execution of the compiled program reaches the error (seed {outcome.seed}{outcome.inputs})"
            return Rejected(reason, str(self._compiler))
        if not outcome.runs:
            return Unchecked("the compiled program cannot be run here")
        return Accepted(f"{outcome.runs} execution{'s' if outcome.runs > 1 else ''} by {self._compiler}")

    def _confirmed(self, found: _Outcome, vectors: Sequence[InputVector], limit: Deadline) -> _Outcome:
        """What remains of an execution that reaches the error when undefined behaviour ends it; where that build fails, all of it."""
        assert self._builder is not None
        assert found.seed is not None
        try:
            executable = self._builder.build_sanitized()
            if executable is self._executable:
                return found
        except (ToolError, OSError):
            return found
        except Cancelled:
            return _Outcome(found.runs)
        seconds = limit.within(_CONFIRMATION_SECONDS).remaining() or 0.0
        steered = found.seed < len(vectors)
        again = self._run(executable, found.seed, seconds, vectors[found.seed :] if steered else ())
        return _Outcome(found.runs + again.runs, again.seed, again.inputs)

    def _run(self, executable: Executable, first: int, seconds: float, vectors: Sequence[InputVector]) -> _Outcome:
        numbers = {name: number for number, name in enumerate(executable.inputs)}
        steered = b"".join(_encoded(vector, numbers) for vector in vectors)
        # A sanitizer makes a run ten times slower.
        each = _RUN_MILLISECONDS * (10 if executable.sanitized else 1)
        counts = [first, _MOST_RUNS, int(seconds * 1000) + 1, each, len(vectors)]
        try:
            done = subprocess.run(
                ["/bin/sh", "-c", _WITHOUT_LIMIT, "sh", str(executable.path), *map(str, counts)],
                cwd=executable.path.parent,
                input=steered,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                timeout=5 * seconds + 10.0,  # the driver keeps its time itself
                env={"PATH": "/usr/bin:/bin"},
            )
        except (subprocess.SubprocessError, OSError):
            return _Outcome(0)
        if done.returncode == _BEFORE_MAIN:
            return _Outcome(1, first, ", before main")
        return _outcome(done.stdout.decode(errors="replace"), executable.inputs)


def _encoded(vector: InputVector, numbers: Mapping[str, int]) -> bytes:
    """As the driver reads it: the count, then function and value of each."""
    entries = [(numbers[name], value) for name, value in vector if name in numbers]
    return struct.pack("<i", len(entries)) + b"".join(struct.pack("<iQ", number, value & (1 << 64) - 1) for number, value in entries)


def _outcome(text: str, names: Sequence[str]) -> _Outcome:
    runs, seed, inputs = 0, None, []
    for line in text.splitlines():
        word, *numbers = line.split()
        with contextlib.suppress(ValueError, IndexError):
            if word == "runs":
                runs = int(numbers[0])
            elif word == "error":
                seed = int(numbers[0])
            elif word == "input":
                inputs.append(f"{names[int(numbers[0])]} = {numbers[1]}")
    return _Outcome(runs, seed, f", inputs: {', '.join(inputs[:8])}" if inputs else "")
