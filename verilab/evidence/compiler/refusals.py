"""Programs that the compiler refuses: what is no C program has no executions, and a verdict about it means nothing.

Only errors of syntax and types count; a header that is missing here says nothing of the program, nor does a warning.
"""

from __future__ import annotations

import re
from pathlib import Path

from verilab.evidence.compiler.toolchain import Cancelled, Compiler, ToolError, Tools, floating_options, machine_option
from verilab.program.types import DataModel

STANDARDS = ("gnu11", "gnu89", "gnu2x")
"""A program is refused if it is by each of them; complaints are those of the first."""
_UNDERLYING = re.compile(rb"\benum\s+(?:\w+\s*)?:\s*\w")
"""The fixed underlying type of an enumeration (C23), which gcc knows from version 13 on: an older one's refusal says nothing."""
_ERROR = re.compile(r"^(?P<file>[^:\n]+):(?P<line>\d+):(?:\d+:)? (?P<fatal>fatal )?error: (?P<message>.*)$", re.MULTILINE)


def refusal(source: Path, model: DataModel, compiler: Compiler, tools: Tools) -> str:
    """``file:line: message``, the compiler's first complaint about the program as it is; "" where it accepts it, or cannot tell."""
    first = ""
    options = (machine_option(model), *floating_options(model), "-w", "-fpermissive", "-fsyntax-only", *compiler.headers)
    for standard in STANDARDS:
        try:
            tools.call(["gcc", f"-std={standard}", *options, str(source.resolve())])
            return ""
        except Cancelled:
            return ""
        except (ToolError, OSError) as failure:
            complaint = _ERROR.search(str(failure))
            if complaint is None or complaint["fatal"]:
                return ""
            first = first or f"{Path(complaint['file']).name}:{complaint['line']}: {complaint['message']}"
    return "" if first and _is_older_than(compiler, 13) and _UNDERLYING.search(source.read_bytes()) else first


def _is_older_than(compiler: Compiler, major: int) -> bool:
    number = re.search(r"\d+", compiler.version)
    return number is not None and int(number[0]) < major
