"""Programs that reach their error, by gcc: each file of ``reached`` has many, one behind each line ``//// name``.

The text in front of the first one belongs to all; what is behind a line ``//--`` is for gcc only, and defines external functions.  A
program is the function ``go``; it has no inputs, so that its model has one run: that reaches the error too, or depends on what the model
does not know.  A run that ends without the error would be a wrong proof, whatever conditions stand in front of it.
"""

from __future__ import annotations

import re
import subprocess
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

from verilab.evidence.interpretation.interpreter import Interpreter
from verilab.evidence.interpretation.outcomes import Ended, ReachedError
from verilab.program.cfa import Edge, Operation, Program
from verilab.program.lowering import lower
from verilab.program.operations import Assign, Havoc, Nondet, NondetKind, Store
from verilab.program.syntax import parse_text
from verilab.program.types import DataModel, IntType

FOLDER = Path(__file__).parent / "reached"
SAMPLES = 600
_NUMBER = re.compile(r"\b\d{1,6}\b")
_HEAD = re.compile(r"^//// (\w+)\n", re.MULTILINE)
_DECLARED = "extern void reach_error(void);\n"
_MAIN = '#line 1 "main.c"\nint main(void) { go(); return 0; }\n'
_ERROR = '#line 1 "error.c"\nextern void _exit(int);\nvoid reach_error(void) { _exit(42); }\n'


@dataclass(frozen=True, slots=True)
class Reached:
    """A program whose function ``go`` reaches its error."""

    name: str
    text: str
    elsewhere: str = ""

    def ends(self) -> str | None:
        """How the model's run ends without the error; None where it does not."""

        def choice(edge: Edge, type: IntType) -> int:
            return 1 if any(origin in str(edge.operation) for origin in ("getpid", "callbacks of", "whether it is another")) else 0

        outcome = Interpreter(self._lowered()).run(choice, step_limit=100_000, record=False).outcome
        return outcome.how if isinstance(outcome, Ended) else None

    def may_reach(self) -> bool:
        """Whether some choice of what the model does not know, of many, leads to the error: numbers of the text, and addresses."""
        program = self._lowered()
        for edge in program.edges:
            edge.operation, edge.imprecise = _chosen(edge.operation), None
        numbers = sorted({int(digits) for digits in _NUMBER.findall(self.text)} | {0, 1})
        addresses = sorted(program.addresses.values())
        return any(self._samples(program, numbers, addresses, Random(seed)) for seed in range(SAMPLES))

    def _samples(self, program: Program, numbers: list[int], addresses: list[int], random: Random) -> bool:
        def choice(edge: Edge, type: IntType) -> int:
            if type.width < 32 or not addresses or random.random() < 0.4:
                return type.wrap(random.choice(numbers))
            return type.wrap(random.choice(addresses) + random.choice((0, 0, 0, 0, 4, 4, 8, 1)))

        return isinstance(Interpreter(program).run(choice, step_limit=2000, record=False).outcome, ReachedError)

    def _lowered(self) -> Program:
        text = f"{_DECLARED}{self.text}{_MAIN}"
        return lower(parse_text(text, f"{self.name}.c", DataModel.LP64), DataModel.LP64)

    def reaches(self, folder: Path) -> bool:
        """Whether gcc's executable, in which no call is another function's, reaches the error; CalledProcessError where gcc refuses it."""
        source, executable = folder / f"{self.name}.c", folder / self.name
        source.write_text(f"{_DECLARED}{self.text}{self.elsewhere}{_MAIN}{_ERROR}")
        command = ["gcc", "-m64", "-std=gnu11", "-w", "-O0", "-fno-builtin", str(source), "-o", str(executable), "-lm", "-lpthread"]
        subprocess.run(command, check=True, capture_output=True, timeout=60)
        process = subprocess.run([str(executable)], check=False, capture_output=True, stdin=subprocess.DEVNULL, timeout=60)
        return process.returncode == 42


def _chosen(operation: Operation) -> Operation:
    """The operation with inputs in place of what the model does not know."""
    match operation:
        case Assign(value=Nondet() as value) | Store(value=Nondet() as value):
            return replace(operation, value=replace(value, kind=NondetKind.INPUT))
        case Havoc():
            return replace(operation, kind=NondetKind.INPUT)
    return operation


def programs() -> list[Reached]:
    """All programs, named after their file and themselves."""
    parsed: list[Reached] = []
    for path in sorted(FOLDER.glob("*.c")):
        shared, *parts = _HEAD.split(path.read_text())
        for name, text in zip(parts[::2], parts[1::2], strict=True):
            own, _, elsewhere = text.partition("//--\n")
            parsed.append(Reached(f"{path.stem}-{name}", shared + own, elsewhere))
    return parsed
