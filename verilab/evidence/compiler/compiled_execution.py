"""Executions of the compiled program that are evidence by themselves: the search, and the check.

One kind has too many steps for the interpreter, whose run of it comes to no end.  The other is in memory that is provided for pointers
which nobody has set.  What it reaches the error through is not in the model: memory that an uninitialised pointer, a field on the heap or
an external function's result leads to.  A pointer that C leaves open may be an address of an object; one that is null or no address ends
the execution, and so does every access outside of an object.  The check builds the program anew, with all of the compiler's sanitizers,
and once more as it is.
"""

from __future__ import annotations

import shutil
import tempfile
import weakref
from collections.abc import Callable
from pathlib import Path

from verilab.evidence.compiler.building import Builder, Executable, Source
from verilab.evidence.compiler.driver import drive
from verilab.evidence.compiler.toolchain import Cancelled, ToolError, Tools, compiler_for
from verilab.evidence.results import Accepted, CheckResult, Rejected, Unchecked
from verilab.program.compiled_execution import CompiledExecution
from verilab.program.tasks.properties import ErrorConvention
from verilab.program.types import DataModel
from verilab.resources import Deadline

_MILLISECONDS, _SECONDS = 8000, 3.0
"""Of the execution that is checked; of all its attempts.  It has come to its end before, perhaps as optimized code: on a slow machine what
is only compiled takes seconds."""
_FRESH = ((0, 0x00), (1, 0xFF))
"""Seeds of two runs without provided memory, and the bytes that allocated memory is full of.  So is the stack where nobody wrote since,
which is not sure: a local variable may have the same value in both."""


class RebuiltProgram:
    """A program that is compiled by itself, in a directory of its own until ``close``; ``provided``: its pointers lead to memory."""

    def __init__(self, source: Path, model: DataModel, convention: ErrorConvention, *, provided: bool) -> None:
        self._source = source
        self._model = model
        self._convention = convention
        self._provided = provided
        self._directory = Path(tempfile.mkdtemp(prefix="verilab-"))
        # A search that is not gone on with ends with the process, and nobody closes it.
        self._remove = weakref.finalize(self, shutil.rmtree, self._directory, ignore_errors=True)

    def build(self, seconds: float | None, make: Callable[[Builder], Executable] = Builder.build) -> Executable | str:
        """The executable as ``make`` builds it, or why there is none."""
        compiler = compiler_for(self._model)
        if compiler is None:
            return f"no gcc compiles for {self._model.value} here"
        tools = Tools(self._directory)
        if seconds is not None:
            tools.seconds = min(tools.seconds, max(seconds, 1.0))
        try:
            return make(Builder(Source.read(self._source, self._convention), self._model, compiler, tools, provides=self._provided))
        except (ToolError, OSError, Cancelled) as failure:
            complaints = [line for line in str(failure).splitlines() if "rror" in line] or [str(failure) or type(failure).__name__]
            return f"gcc: {complaints[0][:300]}"

    def close(self) -> None:
        """Remove the files."""
        self._remove()


def check_compiled_execution(claim: CompiledExecution, deadline: Deadline) -> CheckResult:
    """Whether the program reaches the error with the inputs that are claimed: with all sanitizers, and without any."""
    compiler = compiler_for(claim.model)
    program = RebuiltProgram(claim.source, claim.model, claim.convention, provided=claim.provided)
    try:
        checked_by = f"{compiler} with provided memory" if claim.provided else str(compiler)
        for make in (Builder.build_once, Builder.build_plain):
            executable = program.build(deadline.remaining(), make)
            if isinstance(executable, str):
                return Unchecked(executable)
            for seed, fresh in ((0, None),) if claim.provided else _FRESH:
                seconds = deadline.within(_SECONDS).remaining() or 0.0
                run = drive(executable, seconds, first=seed, runs=1, milliseconds=_MILLISECONDS, vectors=[claim.inputs], fresh=fresh)
                if not run.runs:
                    return Unchecked("the compiled program cannot be run here")
                if run.seed is None or run.unrecorded or run.before_main:
                    return Rejected("the compiled program does not reach the error again", checked_by)
    finally:
        program.close()
    return Accepted(checked_by)
