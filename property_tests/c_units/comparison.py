"""Running units: by gcc at -O0 under the undefined behaviour sanitizer, and by the interpreter of their lowering."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from property_tests.c_units.expressions import PRELUDE
from property_tests.c_units.writer import Unit
from verilab.evidence.interpretation.interpreter import Interpreter
from verilab.evidence.interpretation.outcomes import Ended
from verilab.program.cfa import Edge
from verilab.program.errors import InputError
from verilab.program.lowering import lower
from verilab.program.syntax import parse_text
from verilab.program.types import DataModel, IntType

FLAGS = ("-std=gnu11", "-w", "-O0", "-fno-strict-aliasing", "-fsanitize=undefined")
UNITS_PER_PROGRAM = 10


@dataclass(frozen=True)
class Difference:
    """A unit, gcc's result, and what verilab makes of it."""

    unit: Unit
    text: str
    expected: int
    found: str


def _functions(units: Sequence[tuple[int, Unit]]) -> str:
    parts = []
    for number, unit in units:
        body = re.sub(r"\bout\(", f"OUT(r{number}, ", unit.body.replace("@", str(number)))
        file = unit.file.replace("@", str(number))
        parts.append(f'# 1 "unit{number}"\nstatic unsigned long long r{number};\n{file}\nstatic void unit{number}(void) {{ {body} }}')
    return "\n".join(parts)


def _header(model: DataModel, *, declared: bool = False) -> str:
    size = "unsigned long" if model is DataModel.LP64 else "unsigned int"
    functions = f"extern void *memset(void *, int, {size}); extern void *memcpy(void *, const void *, {size});"
    return (
        f"{'#include <string.h>' if declared else functions}\n"
        f"#define OUT(r, ...) (r = r * 31 + (unsigned long long) (__VA_ARGS__))\n{PRELUDE}"
    )


def compiled(
    units: Sequence[Unit], directory: Path, model: DataModel, flags: Sequence[str] = (), without: frozenset[int] = frozenset()
) -> dict[int, int]:
    """The results of the units that gcc takes and whose behaviour is defined, by their numbers."""
    numbered = [(number, unit) for number, unit in enumerate(units) if number not in without]
    calls = "\n".join(
        # A process for each: a division by zero ends it.
        f'if (!fork()) {{ alarm(5); fprintf(stderr, "unit {number}\\n"); unit{number}(); '
        f'printf("{number} %llu\\n", r{number}); exit(0); }} wait(0);'
        for number, _ in numbered
    )
    headers = "\n".join(f"#include <{name}.h>" for name in ("stdio", "stdlib", "unistd", "sys/wait"))
    text = f"{headers}\n{_header(model, declared=True)}\n{_functions(numbered)}\nint main(void) {{ {calls} return 0; }}\n"
    source, executable = directory / "units.c", directory / "units"
    source.write_text(text)
    option = "-m64" if model is DataModel.LP64 else "-m32"
    compilation = subprocess.run(
        ["gcc", option, *FLAGS, *flags, str(source), "-o", str(executable)], capture_output=True, text=True, timeout=600
    )
    invalid = {int(number) for number in re.findall(r"^unit(\d+):.*error", compilation.stderr, re.MULTILINE)}
    if invalid and not without:
        return compiled(units, directory, model, flags, frozenset(invalid))
    compilation.check_returncode()
    process = subprocess.run([str(executable)], check=True, capture_output=True, text=True, timeout=60)
    undefined, current = set(), -1
    for line in process.stderr.splitlines():
        if line.startswith("unit "):
            current = int(line.split()[1])
        elif "runtime error" in line:
            undefined.add(current)
    results = (line.split() for line in process.stdout.splitlines())
    return {int(number): int(value) for number, value in results if int(number) not in undefined}


def program_text(units: Sequence[tuple[int, Unit]], model: DataModel) -> str:
    """The program that the front end gets."""
    read = " ^ ".join(f"r{number}" for number, _ in units)
    calls = " ".join(f"unit{number}();" for number, _ in units)
    error = f"extern void reach_error(void);\nint main(void) {{ {calls} if (({read}) == 123456789) reach_error(); return 0; }}\n"
    return f"{_header(model)}\n{_functions(units)}\n{error}"


def interpreted(units: Sequence[tuple[int, Unit]], model: DataModel, chosen: int = 0) -> dict[int, int | str] | str:
    """What the interpreter computes for each; text where it does not get to the end or the front end refuses.

    Each arbitrary value is ``chosen``.
    """

    def choose(edge: Edge, type: IntType) -> int:
        return type.wrap(chosen)

    try:
        program = lower(parse_text(program_text(units, model), "units.c", model), model, name="units")
    except InputError as error:
        return f"refused: {error}"
    run = Interpreter(program).run(choose, step_limit=200_000, record=False)
    if not (isinstance(run.outcome, Ended) and run.outcome.how == "returned"):
        return f"ends in {run.outcome}"
    values = {number: run.state[program.variable(f"r{number}").slot] for number, _ in units}
    return {number: value if isinstance(value, int) else f"unknown value ({value.reason})" for number, value in values.items()}


def differences(units: Sequence[Unit], directory: Path, model: DataModel, flags: Sequence[str] = ()) -> Iterator[Difference]:
    """Every unit of defined behaviour whose results differ."""
    expected = compiled(units, directory, model, flags)
    defined = [(number, units[number]) for number in expected]
    for first in range(0, len(defined), UNITS_PER_PROGRAM):
        batch = defined[first : first + UNITS_PER_PROGRAM]
        together = interpreted(batch, model)
        for number, unit in batch:
            value = together if isinstance(together, str) else together[number]
            if isinstance(value, str):
                alone = interpreted([(number, unit)], model)
                value = alone if isinstance(alone, str) else alone[number]
            if value != expected[number]:
                yield Difference(unit, program_text([(number, unit)], model), expected[number], str(value))
