"""Which lines of a program its conditional directives keep is the same with our headers and macros as with the system's.

``tokens.py`` gives the compiler's preprocessor what ours reads; here it reads the system's, and its own macros: a ``#ifdef`` of what only
they define, or only ours, would choose another program than the one that is proven.  gcc follows the conditionals of a text without
expanding it (``-fdirectives-only``); of what is left the program's own lines are compared.
"""

from __future__ import annotations

import re
import tempfile
from itertools import zip_longest
from pathlib import Path

from verilab.data_classes import dataclass
from verilab.evidence.compiler.toolchain import Compiler, ToolError, Tools, compiler_for, floating_options, machine_option
from verilab.evidence.results import Accepted, CheckResult, Rejected, Unchecked
from verilab.program.source import read_source
from verilab.program.syntax.preprocessing.predefined import STUBS, predefined_files
from verilab.program.types import DataModel

SECONDS = 20.0
_CONDITIONAL = re.compile(r"^[ \t]*(?:#|%:|\?\?=)[ \t]*(?:if|el)", re.MULTILINE)
_MARKER = re.compile(r'# (\d+) "((?:[^"\\]|\\.)*)"([ \d]*)$')


@dataclass(frozen=True, slots=True)
class OwnLine:
    """A line that is left of a file that is no header of the system's; its text has one space wherever it has some."""

    file: str
    number: int
    text: str


def check_conditional_groups(source: Path, model: DataModel) -> CheckResult | None:
    """None where there is nothing to compare: no conditional.  Rejected names the first line that only one of the two keeps."""
    if _CONDITIONAL.search(read_source(source)) is None:
        return None
    compiler = compiler_for(model)
    if compiler is None or not compiler.hosted:
        return Unchecked(f"the conditionals are not compared: there are no headers of the system's for {model.value}")
    macros = [option for file in predefined_files(model) for option in ("-imacros", str(file))]
    try:
        theirs = own_lines(source, _options(model, compiler))
        ours = own_lines(source, [machine_option(model), "-undef", "-nostdinc", *macros, "-isystem", str(STUBS)])
    except (ToolError, OSError) as failure:
        return Unchecked(f"the conditionals are not compared: {str(failure)[:300]}")
    difference = _difference(ours, theirs)
    if difference is not None:
        return Rejected(f"conditionals differ from the compiler's at {difference}", str(compiler))
    return Accepted(str(compiler))


def own_lines(source: Path, options: list[str]) -> list[OwnLine]:
    """What gcc keeps of the program with these options; raises ToolError where it refuses it."""
    with tempfile.TemporaryDirectory(prefix="verilab-") as directory:
        output = Path(directory, "kept.i")
        command = ["gcc", "-E", "-w", "-std=gnu11", "-fdirectives-only", *options, "-x", "c", str(source.resolve()), "-o", str(output)]
        Tools(Path(directory), SECONDS).call(command)
        text = output.read_text(encoding="latin-1")
    kept: list[OwnLine] = []
    file, number, own = "", 0, False
    for line in text.splitlines():
        marker = _MARKER.match(line)
        if marker is not None:
            file, number, own = marker[2], int(marker[1]), "3" not in marker[3].split() and not marker[2].startswith(("<", str(STUBS)))
            continue
        if own and line.strip():
            kept.append(OwnLine(file, number, " ".join(line.split())))
        number += 1
    return kept


def _options(model: DataModel, compiler: Compiler) -> list[str]:
    return [machine_option(model), *floating_options(model), "-D__NO_CTYPE", *compiler.position]


def _difference(ours: list[OwnLine], theirs: list[OwnLine]) -> str | None:
    for our, their in zip_longest(ours, theirs):
        if our is None or their is None or our.text != their.text:
            kept = our if their is None or (our is not None and our.number < their.number) else their
            assert kept is not None
            return f"{kept.file}:{kept.number}: '{kept.text[:60]}' is kept by {'us' if kept is our else 'the compiler'} only"
    return None
