"""The protocols that come with verilab, as text files beside this one: the properties of Lukasczyk 2018, Table 4.4."""

from __future__ import annotations

import difflib
from functools import cache
from pathlib import Path

from verilab.program.automata.model import Automaton
from verilab.program.automata.parser import load_automaton
from verilab.program.errors import InputError

FOLDER = Path(__file__).parent / "protocols"
SUFFIX = ".automaton"


@cache
def protocol_names() -> tuple[str, ...]:
    """The names of the protocols, sorted."""
    return tuple(sorted(path.stem for path in FOLDER.glob(f"*{SUFFIX}")))


def find_automaton(name: str | Path) -> Automaton:
    """The protocol of that name, or the automaton of that file.  Raises InputError where there is neither."""
    text = str(name)
    if text in protocol_names():
        return load_automaton(FOLDER / f"{text}{SUFFIX}")
    path = Path(name)
    if path.suffix or len(path.parts) > 1 or _exists(path):
        return load_automaton(path)
    near = difflib.get_close_matches(text, protocol_names(), n=1)
    known = f"known: {', '.join(protocol_names())}; or give the file of an automaton"
    raise InputError("is no protocol and no file", file=text, hint=f"did you mean {near[0]}?" if near else known)


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):  # a name that is too long, or that contains a NUL
        return False
