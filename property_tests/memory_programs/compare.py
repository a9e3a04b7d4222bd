"""Running pointer programs: compiled by gcc, and lowered and interpreted."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from pathlib import Path

from property_tests.memory_programs.prelude import GLOBALS, prelude
from verilab.evidence.interpretation.interpreter import Interpreter
from verilab.evidence.interpretation.outcomes import Outcome
from verilab.program.cfa import Edge
from verilab.program.lowering import lower
from verilab.program.syntax import parse_text
from verilab.program.types import DataModel, IntType

FLAGS = ("-std=gnu11", "-w", "-O1", "-fwrapv", "-fno-strict-aliasing")


def compiled_checksums(bodies: Sequence[str], directory: Path, model: DataModel = DataModel.LP64) -> list[int]:
    """What the compiled programs compute, each starting from zeroed globals; CalledProcessError with gcc's message."""
    clear = " ".join(f"memset(&{name}, 0, sizeof {name});" for name in GLOBALS)
    functions = "\n".join(f"static void test_{i}(void) {{\n  {body}\n}}" for i, body in enumerate(bodies))
    runs = "\n".join(f'  {clear} checksum = 0; test_{i}(); printf("%lu\\n", checksum);' for i in range(len(bodies)))
    text = f"extern int printf(const char *, ...);\n{prelude()}\n{functions}\nint main(void) {{\n{runs}\n  return 0;\n}}\n"
    if model is DataModel.ILP32:
        for before in ("malloc(", "memcpy(void *, const void *, ", "memset(void *, int, "):
            text = text.replace(f"{before}unsigned long)", f"{before}unsigned int)")
    source, executable = directory / "pointers.c", directory / "pointers"
    source.write_text(text)
    option = "-m64" if model is DataModel.LP64 else "-m32"
    subprocess.run(["gcc", option, *FLAGS, str(source), "-o", str(executable)], check=True, capture_output=True, timeout=300)
    process = subprocess.run([str(executable)], check=True, capture_output=True, text=True, timeout=60)
    return [int(line) for line in process.stdout.split()]


def source_of(body: str, checksum: int) -> str:
    """A program that reaches its error where the body computes this checksum."""
    return (
        f"extern void reach_error(void);\n{prelude()}\nstatic void test(void) {{\n  {body}\n}}\n"
        f"int main(void) {{ test(); if (checksum == {checksum}UL) reach_error(); return 0; }}\n"
    )


def interpreted(body: str, checksum: int, model: DataModel = DataModel.LP64) -> tuple[Outcome, dict[str, int]]:
    """How the lowered program ends that expects this checksum, and its imprecisions."""
    program = lower(parse_text(source_of(body, checksum), "pointers.c", model), model, name="pointers.c")

    def zero(edge: Edge, type: IntType) -> int:
        return 0

    return Interpreter(program).run(zero, record=False).outcome, program.imprecisions
