"""Check of a counterexample by running the program itself: compiled by gcc, linked with the exported harness."""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from verilab.evidence.compiler.building import Source
from verilab.evidence.compiler.harness import (
    ERROR_MESSAGE,
    EXIT_ERROR_REACHED,
    Harness,
    export_harness,
    stubs,
)
from verilab.evidence.compiler.harnessed import HarnessedProgram
from verilab.evidence.compiler.library import library_computes, library_defines
from verilab.evidence.compiler.refusals import refusal
from verilab.evidence.compiler.toolchain import Compiler, ToolError, Tools, compiler_for, floating_options, machine_option
from verilab.evidence.results import Accepted, CheckResult, CompiledResult, Refused, Rejected, Unchecked
from verilab.program.cfa import Program
from verilab.program.counterexample import Choice
from verilab.program.lowering.context import OPEN_ORDER
from verilab.program.tasks.properties import ANY_CONVENTION, ErrorConvention
from verilab.resources import Deadline

_RUN_SECONDS = 10.0
_ZEROED = "-ftrivial-auto-var-init=zero"
"""Gives automatic variables the value that a harness cannot: gcc 12 and later know it."""
_WRAPPING = "-fwrapv"
"""Arithmetic is that of the model.  But gcc rearranges other arithmetic with it than without, and the calls in it."""


def check_with_gcc(
    program: Program,
    choices: Sequence[Choice],
    *,
    convention: ErrorConvention = ANY_CONVENTION,
    source: Path | None = None,
    deadline: Deadline | None = None,
    compiler: Compiler | None = None,
) -> CompiledResult:
    """Compile the source with the harness for ``choices`` and run it: does it reach the error that ``convention`` names?

    ``source`` defaults to the program's own file.  The program runs with this process's rights, in a directory of its own.
    """
    if source is None:
        if not program.source_files:
            return Unchecked("the program has no source file")
        source = Path(program.source_files[0])
    model = machine_option(program.data_model)
    compiler = compiler or compiler_for(program.data_model)
    if compiler is None:
        return Unchecked(f"there is no gcc that compiles with {model} (and objcopy) here")
    harness = export_harness(program, choices, convention)

    def executed(*flags: str) -> int | None:
        with tempfile.TemporaryDirectory(prefix="verilab-") as directory:
            options = (model, *floating_options(program.data_model))
            executable = _build(Tools(Path(directory)), Source.read(source, convention), harness, options, compiler, flags)
            return _run(executable, harness, deadline or Deadline())

    try:
        code = _persistent(lambda: executed(_WRAPPING), deadline or Deadline())
        if code == EXIT_ERROR_REACHED and _leaves_orders_open(program):
            code = _persistent(executed, deadline or Deadline())
    except (ToolError, OSError, UnicodeDecodeError) as failure:
        with tempfile.TemporaryDirectory(prefix="verilab-") as directory:
            complaint = refusal(source, program.data_model, compiler, Tools(Path(directory))) if isinstance(failure, ToolError) else ""
        return Refused(complaint) if complaint else Unchecked(f"gcc: {failure}")
    if code == EXIT_ERROR_REACHED:
        return Accepted(str(compiler))
    if code is None and deadline is not None and deadline.remaining() == 0.0:
        return Unchecked("there is no time left to run the compiled program")
    return _otherwise(harness, "does not end" if code is None else f"ends with exit code {code}", compiler)


def _otherwise(harness: Harness, what: str, compiler: Compiler) -> CheckResult:
    """The compiled program did not reach the error: it contradicts, but where it did not have the violation's inputs.

    Only the surroundings may have given it others: what a library computes or a name reserves is no choice of theirs.
    """
    computed = list(filter(library_computes, harness.library))
    if computed or harness.impossible or not (harness.inexact or harness.library):
        return Rejected(f"the compiled program {what} instead of reaching the error", str(compiler))
    if harness.inexact:
        return Unchecked(f"the compiled program had other inputs and {what}; the harness cannot fix: {', '.join(harness.inexact[:3])}")
    return Unchecked(f"the compiled program had other inputs and {what}; its surroundings choose {', '.join(harness.library[:3])}")


def _persistent(attempt: Callable[[], int | None], deadline: Deadline) -> int | None:
    """What an attempt comes to; another one where the first fails or does not end: a machine may be short of something for a moment."""
    try:
        code = attempt()
    except (ToolError, OSError):
        code = None
        if deadline.remaining() == 0.0:
            raise
    return attempt() if code is None and deadline.remaining() != 0.0 else code


def _leaves_orders_open(program: Program) -> bool:
    return any(edge.imprecise == OPEN_ORDER for edge in program.edges)


def _build(tools: Tools, source: Source, harness: Harness, machine: Sequence[str], compiler: Compiler, flags: Sequence[str]) -> Path:
    replaced = (*sorted(source.convention.functions), "__VERIFIER_assume", *harness.functions)
    program = HarnessedProgram(source.text, source.folder, harness.text, replaced, machine, _ZEROED, flags=flags)
    return program.build(tools, compiler, _stubs)


def _stubs(missing: list[str]) -> str:
    """C for what nobody defines; ToolError where a C library does, of which there is none."""
    if library := list(filter(library_defines, missing)):
        raise ToolError(f"there is no C library for {', '.join(library)}")
    return stubs(missing)


def imprecise_library(harness: Harness) -> str:
    """Why a violation that only the interpreter has seen proves nothing: it chose what the C library computes; "" where it did not."""
    computed = list(filter(library_computes, harness.library))
    return f"imprecise: the C library computes the values of {', '.join(computed[:3])}" if computed else ""


def unconfirmed_memory(harness: Harness) -> str:
    """Why a violation that only the interpreter has seen proves nothing: it does not see that null or an error code is dereferenced."""
    return f"imprecise: the use of what {', '.join(harness.providers[:3])} returns is not confirmed" if harness.providers else ""


def unconfirmed_alternative(harness: Harness) -> str:
    """Why a violation that only the interpreter has seen proves nothing: C leaves open whether it or something else happens."""
    return f"it is not confirmed, where C leaves open: {', '.join(harness.alternatives[:3])}" if harness.alternatives else ""


def impossible_inputs(harness: Harness) -> str:
    """Why a violation that only the interpreter has seen proves nothing: it has inputs that a program never gets."""
    return f"a program never gets: {', '.join(harness.impossible[:3])}" if harness.impossible else ""


def _run(executable: Path, harness: Harness, deadline: Deadline) -> int | None:
    """The exit code; None where the program does not end in time."""
    rest = deadline.remaining()
    seconds = _RUN_SECONDS if rest is None else min(_RUN_SECONDS, rest)
    try:
        process = subprocess.run(
            # The program cannot write to files, and its processor time is bounded even if it outlives this process.
            ["/bin/sh", "-c", f"ulimit -f 0 -t {int(_RUN_SECONDS) + 1} -c 0; exec ./{executable.name}{' x' * harness.arguments}"],
            cwd=executable.parent,
            input=harness.standard_input,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            timeout=seconds,
        )
    except subprocess.TimeoutExpired:
        return None
    # The program itself may end with any code.
    return None if process.returncode == EXIT_ERROR_REACHED and not process.stderr.endswith(ERROR_MESSAGE) else process.returncode
