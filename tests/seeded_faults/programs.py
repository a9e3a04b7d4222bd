"""The small programs of known verdict that faults are tried on.

Each file of ``programs`` states by ``holds(e)`` what is true in C whenever it is executed, and some run executes it.  It gives two
programs: the error is reached where a stated expression is false (verdict "true"), and where one is true (verdict "false").
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parent / "programs"

_INPUTS = {
    "int": "int",
    "uint": "unsigned int",
    "char": "char",
    "uchar": "unsigned char",
    "short": "short",
    "ushort": "unsigned short",
    "long": "long",
}
_PRELUDE = (
    "".join(f"extern {type} __VERIFIER_nondet_{name}(void);\n" for name, type in _INPUTS.items()) + "extern void reach_error(void);\n"
)
_HOLDS = {
    "true": "#define holds(e) do { if (!(e)) reach_error(); } while (0)\n",
    "false": "#define holds(e) do { if (e) reach_error(); } while (0)\n",
}


@dataclass(frozen=True, slots=True)
class SmallProgram:
    """``verdict``: "true" where the error cannot be reached, else "false"."""

    name: str
    text: str
    verdict: str


def small_programs() -> list[SmallProgram]:
    """Two programs per file, ``folder/name_t`` and ``folder/name_f``."""
    found = []
    for path in sorted(FOLDER.rglob("*.c")):
        for verdict, definition in _HOLDS.items():
            name = f"{path.parent.name}/{path.stem}_{verdict[0]}"
            found.append(SmallProgram(name, _PRELUDE + definition + path.read_text(), verdict))
    return found
