"""Programs that reach their error, by gcc: each file of ``reached`` has many, one behind each line ``//// name``.

The text in front of the first one belongs to all; what is behind a line ``//--`` is for gcc only, and defines external functions.  A
program is the function ``go``; it has no inputs, so that its model has one run: that reaches the error too, or depends on what the model
does not know.  A run that ends without the error would be a wrong proof, whatever conditions stand in front of it.
"""

from __future__ import annotations

import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

from verilab.evidence.interpretation.interpreter import Interpreter
from verilab.evidence.interpretation.outcomes import Ended
from verilab.program.cfa import Edge
from verilab.program.lowering import lower
from verilab.program.syntax import parse_text
from verilab.program.types import DataModel, IntType

FOLDER = Path(__file__).parent / "reached"
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
            return 1 if any(origin in str(edge.operation) for origin in ("getpid", "callbacks of")) else 0

        text = f"{_DECLARED}{self.text}{_MAIN}"
        program = lower(parse_text(text, f"{self.name}.c", DataModel.LP64), DataModel.LP64)
        outcome = Interpreter(program).run(choice, step_limit=100_000, record=False).outcome
        return outcome.how if isinstance(outcome, Ended) else None

    def reaches(self, folder: Path) -> bool:
        """Whether gcc's executable, in which no call is another function's, reaches the error; CalledProcessError where gcc refuses it."""
        source, executable = folder / f"{self.name}.c", folder / self.name
        source.write_text(f"{_DECLARED}{self.text}{self.elsewhere}{_MAIN}{_ERROR}")
        command = ["gcc", "-m64", "-std=gnu11", "-w", "-O0", "-fno-builtin", str(source), "-o", str(executable), "-lm", "-lpthread"]
        subprocess.run(command, check=True, capture_output=True, timeout=60)
        done = subprocess.run([str(executable)], check=False, capture_output=True, stdin=subprocess.DEVNULL, timeout=60)
        return done.returncode == 42


def programs() -> list[Reached]:
    """All programs, named after their file and themselves."""
    found: list[Reached] = []
    for path in sorted(FOLDER.glob("*.c")):
        shared, *parts = _HEAD.split(path.read_text())
        for name, text in zip(parts[::2], parts[1::2], strict=True):
            own, _, elsewhere = text.partition("//--\n")
            found.append(Reached(f"{path.stem}-{name}", shared + own, elsewhere))
    return found
