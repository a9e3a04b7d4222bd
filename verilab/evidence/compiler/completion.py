"""Does the compiled program come to the end that the interpreter's only execution comes to?

It is built with the compiler's sanitizers, and with a pattern in what it does not initialise; an end by undefined behaviour, by a signal
or with another exit code is none that agrees.
"""

from __future__ import annotations

import signal
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from verilab.data_classes import dataclass
from verilab.evidence.compiler.building import UNDEFINED, Source
from verilab.evidence.compiler.harness import ERROR_MESSAGE, EXIT_ASSUMPTION_FALSE, EXIT_ERROR_REACHED, LABEL_FUNCTION
from verilab.evidence.compiler.harnessed import HarnessedProgram
from verilab.evidence.compiler.toolchain import (
    Cancelled,
    Compiler,
    ToolError,
    Tools,
    compiler_for,
    floating_options,
    machine_option,
)
from verilab.evidence.executions.only_execution import Completed
from verilab.evidence.results import Accepted, CheckResult, Rejected, Unchecked
from verilab.program.only_execution import OnlyExecution
from verilab.resources import Deadline

_RUN_SECONDS = 10.0
_PATTERN = "-ftrivial-auto-var-init=pattern"
"""Gives automatic variables values that no program counts on: gcc 12 and later know it."""
_EXIT_SANITIZER = 113
_SETTINGS = f"exitcode={_EXIT_SANITIZER}:detect_leaks=0:detect_stack_use_after_return=1:abort_on_error=0:allocator_may_return_null=1"


@dataclass(frozen=True, slots=True)
class Contradicted(Rejected):
    """The compiled program does something that the interpreter does not."""


def completion(claim: OnlyExecution, run: Completed, deadline: Deadline | None = None, compiler: Compiler | None = None) -> CheckResult:
    """Compile the program, run it once, and compare its end with that of ``run``; it has this process's rights."""
    program = claim.program
    compiler = compiler or compiler_for(program.data_model)
    if compiler is None:
        return Unchecked(f"there is no gcc that compiles with {machine_option(program.data_model)} here")
    limit = (deadline or Deadline()).within(_RUN_SECONDS)
    with tempfile.TemporaryDirectory(prefix="verilab-") as directory:
        try:
            executable = _program(claim, compiler).build(Tools(Path(directory)), compiler)
            return _compared(*_run(executable, limit), run, compiler)
        except (ToolError, OSError, UnicodeDecodeError) as failure:
            return Unchecked(f"gcc: {str(failure)[:300]}")
        except (Cancelled, subprocess.TimeoutExpired):
            return Unchecked("the compiled program does not end in time")


def _compared(code: int, complaint: bytes, run: Completed, compiler: Compiler) -> CheckResult:
    who = f"interpreter and {compiler}"
    if code == EXIT_ERROR_REACHED and complaint.endswith(ERROR_MESSAGE):
        return Contradicted("an execution of the compiled program reaches the error", str(compiler))
    if code == EXIT_ASSUMPTION_FALSE and complaint.endswith(b"ASSUMPTION FALSE\n"):
        agrees = not run.returned
    elif b"Sanitizer" in complaint or code == -signal.SIGILL:
        return Rejected("the compiled program is ended by undefined behaviour", str(compiler))
    elif code < 0:
        if code != -signal.SIGABRT:
            return Rejected(f"the compiled program is ended by {signal.Signals(-code).name}", str(compiler))
        agrees = not run.returned
    elif run.returned and run.value is not None:
        agrees = code == run.value & 255
    else:
        agrees = True
    if agrees:
        return Accepted(who)
    ending = f"returns {run.value}" if run.returned else "is ended by the program"
    return Contradicted(f"the compiled program ends with exit code {code}, and the interpreter's execution {ending}", str(compiler))


def _ends(errors: Sequence[str]) -> str:
    """The functions that end the program, in C."""
    return f"""\
extern void _exit(int);
extern long write(int, const void *, unsigned long);
void __VERIFIER_assume(int condition) {{ if (!condition) {{ write(2, "ASSUMPTION FALSE\\n", 17); _exit({EXIT_ASSUMPTION_FALSE}); }} }}
""" + "".join(f'void {name}() {{ write(2, "ERROR REACHED\\n", 14); _exit({EXIT_ERROR_REACHED}); }}\n' for name in errors)


def _program(claim: OnlyExecution, compiler: Compiler) -> HarnessedProgram:
    """The program's text, and what reaches the error in a harness of its own."""
    source = Source.read(Path(claim.program.source_files[0]), claim.convention)
    functions, model = sorted(claim.convention.functions), claim.program.data_model
    return HarnessedProgram(
        source.text,
        source.folder,
        _ends((LABEL_FUNCTION, *functions)),
        (*functions, "__VERIFIER_assume"),
        (machine_option(model), *floating_options(model)),
        _PATTERN,
        sanitizers=("-fsanitize=address", *UNDEFINED) if compiler.hosted else UNDEFINED,
    )


def _run(executable: Path, limit: Deadline) -> tuple[int, bytes]:
    """The exit code, negative for a signal, and the end of what it complains."""
    seconds = limit.remaining() or _RUN_SECONDS
    # A sanitizer reserves more addresses than any limit of a run; files cannot be written.
    script = f'ulimit -S -v unlimited 2>/dev/null; ulimit -f 0 -t {int(_RUN_SECONDS) + 1} -c 0; exec "$@"'
    done = subprocess.run(
        ["/bin/sh", "-c", script, "sh", str(executable)],
        cwd=executable.parent,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        timeout=seconds,
        env={"PATH": "/usr/bin:/bin", "ASAN_OPTIONS": _SETTINGS},
    )
    return done.returncode, done.stderr[-10_000:]
