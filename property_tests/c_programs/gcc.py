"""Running many generated programs at once: one C file, one compiler call, one process."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Sequence
from pathlib import Path

from property_tests.c_programs.expressions import INPUTS
from property_tests.c_programs.programs import C_NAMES, MEMORY_FUNCTIONS, CProgram

_FLAGS = ("-std=gnu11", "-w", "-O1", "-fwrapv", "-fno-strict-aliasing")


class CompilationError(Exception):
    """gcc does not take the programs, or their process crashed; the message says why."""


def batch_source(programs: Sequence[CProgram]) -> str:
    """One translation unit that runs the programs in order and prints a checksum per line."""
    parts = [
        "extern int printf(const char *, ...);\nstatic const long long *in_values; static int in_next;",
        "static void reach_error(void) { }",
        MEMORY_FUNCTIONS,
    ]
    for name in INPUTS:
        mask = " & 1" if name == "bool" else ""
        parts.append(f"static {C_NAMES[name]} __VERIFIER_nondet_{name}(void) {{ return in_values[in_next++ % 32]{mask}; }}")
    for number, program in enumerate(programs):
        values = ", ".join(f"(long long){value & (1 << 64) - 1}ULL" for value in program.inputs)
        parts.append(f"static const long long in_{number}[32] = {{ {values} }};")
        parts.append(re.sub(r"\bmain\(", f"main_{number}(", program.tree.render()))
    runs = [
        f'in_values = in_{number}; in_next = 0; main_{number}(); printf("%llu\\n", {program.prefix}checksum);'
        for number, program in enumerate(programs)
    ]
    return "\n".join([*parts, "int main(void) {", *runs, "return 0; }", ""])


def run_batch(programs: Sequence[CProgram], directory: Path, *, model: str = "-m64", flags: Sequence[str] = ()) -> list[int]:
    """The checksums that the compiled programs print.  Their prefixes must differ."""
    source, executable = directory / "batch.c", directory / "batch"
    source.write_text(batch_source(programs))
    compiled = subprocess.run(
        ["gcc", model, *_FLAGS, *flags, str(source), "-o", str(executable)], capture_output=True, text=True, timeout=600
    )
    if compiled.returncode:
        raise CompilationError(compiled.stderr[:2000])
    try:
        process = subprocess.run([str(executable)], capture_output=True, text=True, timeout=60)
    except subprocess.TimeoutExpired:
        raise CompilationError("the programs do not end") from None
    if process.returncode or process.stderr:
        raise CompilationError(f"exit code {process.returncode}: {process.stderr[:2000]}")
    return [int(line) for line in process.stdout.split()]
