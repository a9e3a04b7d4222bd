"""Functions of known value: each file of ``values`` says behind the head of a function what it returns, by gcc.

Whoever computes another value than gcc is wrong whether or not an execution of a whole program shows it: they are compared one by one, by
the interpreter of their lowering and by gcc's executable.
"""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

from verilab.evidence.interpretation.interpreter import Interpreter
from verilab.evidence.interpretation.outcomes import Ended
from verilab.program.cfa import Edge
from verilab.program.lowering import lower
from verilab.program.syntax import parse_text
from verilab.program.types import DataModel, IntType

FOLDER = Path(__file__).parent / "values"
FILES = sorted(FOLDER.glob("*.c"))
_FUNCTION = re.compile(r"^static long (\w+)\(void\) \{ // = (-?\d+)$", re.MULTILINE)
# What gcc defines and the sanitizer objects to is not in the files, but for a wrapped shift of a negative number.
_OPTIONS = ("-std=gnu11", "-w", "-O0", "-fno-strict-aliasing", "-fsanitize=undefined", "-fno-sanitize-recover=undefined")


def promised(path: Path) -> dict[str, int]:
    """The values by the names of the functions."""
    return {name: int(value) for name, value in _FUNCTION.findall(path.read_text())}


def interpreted(path: Path) -> dict[str, int | str]:
    """What the interpreter computes; text where it does not know."""
    return {name: _value(path.read_text(), name) for name in promised(path)}


def _value(text: str, name: str) -> int | str:
    def zero(edge: Edge, type: IntType) -> int:
        return 0

    called = f"{text}\nextern void reach_error(void);\nstatic long found;\n"
    called += f"int main(void) {{ found = {name}(); if (found == 123456789) reach_error(); return 0; }}\n"
    program = lower(parse_text(called, "values.c", DataModel.LP64), DataModel.LP64)
    run = Interpreter(program).run(zero, step_limit=100_000, record=False)
    if not (isinstance(run.outcome, Ended) and run.outcome.how == "returned"):
        return f"ends in {run.outcome}"
    value = run.state[program.variable("found").slot]
    return value if isinstance(value, int) else f"unknown value ({value.reason})"


def compiled(path: Path, folder: Path) -> dict[str, int]:
    """What gcc's executable computes, without undefined behaviour; CalledProcessError where it has some."""
    source, executable = folder / path.name, folder / path.stem
    calls = " ".join(f'printf("{name} %ld\\n", {name}());' for name in promised(path))
    source.write_text(f"{path.read_text()}\n#line 1\nint printf(const char *, ...);\nint main(void) {{ {calls} return 0; }}\n")
    subprocess.run(["gcc", "-m64", *_OPTIONS, str(source), "-o", str(executable)], check=True, capture_output=True, timeout=300)
    process = subprocess.run([str(executable)], check=True, capture_output=True, text=True, timeout=60)
    return {name: int(value) for name, value in map(str.split, process.stdout.splitlines())}
