"""The small programs of known verdict that faults are tried on.

Each file of ``programs`` states by ``holds(e)`` what is true in C whenever it is executed, and some run executes it.  It gives two
programs: the error is reached where a stated expression is false (verdict "true"), and where one is true (verdict "false").

Those about what all of our evidence shares give a third one, in which the error of the second stands behind a guard: an input, scrambled in
64 rounds each of which is a bijection, has to be one number of 2^32.  No random or steered input meets it, but some input does.
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
GUARDED = frozenset({"syntax", "constants", "records", "initial", "library", "arguments", "targets"})
"""The folders of programs that are also tried with the guard."""
_GUARD = """static unsigned scrambled(unsigned h) {
  for (int round = 0; round < 64; round++) {
    h = h * 1103515245u + 12345u;
    h ^= h >> 7;
  }
  return h;
}
"""
_HOLDS = {
    "t": ("true", "#define holds(e) do { if (!(e)) reach_error(); } while (0)\n"),
    "f": ("false", "#define holds(e) do { if (e) reach_error(); } while (0)\n"),
    "s": (
        "false",
        _GUARD + "#define holds(e) do { if (scrambled(__VERIFIER_nondet_uint()) == 99u && (e)) reach_error(); } while (0)\n",
    ),
}


@dataclass(frozen=True, slots=True)
class SmallProgram:
    """``verdict``: "true" where the error cannot be reached, else "false"."""

    name: str
    text: str
    verdict: str

    @property
    def guarded(self) -> bool:
        """Whether its error stands behind the guard."""
        return self.name.endswith("_s")


def small_programs() -> list[SmallProgram]:
    """Two programs per file, ``folder/name_t`` and ``folder/name_f``, and with the guard ``folder/name_s``."""
    programs = []
    for path in sorted(FOLDER.rglob("*.c")):
        for letter, (verdict, definition) in _HOLDS.items():
            if letter != "s" or path.parent.name in GUARDED:
                name = f"{path.parent.name}/{path.stem}_{letter}"
                programs.append(SmallProgram(name, _PRELUDE + definition + path.read_text(), verdict))
    return programs
