"""The code blocks of Markdown files, and what their authors say of them.

A comment before a block is a remark on it; several may follow each other:

    <!-- file: NAME -->         the block is this file: it is written to the working folder (and, if it is Python, run too)
    <!-- exit code: NUMBER -->  how the commands of the block end, 0 without the remark
    <!-- not run: REASON -->    the block is not run
    <!-- printed -->            the lines of the block are among those that the block before it prints, in this order
    <!-- main command -->, <!-- test command -->    the README's two commands, which are run by .ci/run
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from markdown_it import MarkdownIt

ROOT = Path(__file__).parents[2]
DOCUMENTS = tuple(sorted([*ROOT.glob("*.md"), *ROOT.glob("backends/*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("docs/*/*.md")]))
"""Every Markdown file that people read."""

COMMANDS = ("main command", "test command")
_REMARK = re.compile(r"<!-- (?:(file|exit code|not run): (.+?)|(main command|test command)|(printed)) -->")


@dataclass(frozen=True, slots=True)
class CodeBlock:
    """A fenced block; ``line`` counts from 1.  ``not_run`` is the reason why it is not run, "" where it is."""

    line: int
    language: str
    text: str
    file: str = ""
    exit_code: int = 0
    not_run: str = ""
    printed: bool = False


def code_blocks(document: Path) -> Iterator[CodeBlock]:
    """The blocks of a document in their order, those of Sphinx's directives left out.

    ValueError for a comment before a block that says nothing which is known.
    """
    remarks: dict[str, str] = {}
    for token in MarkdownIt("commonmark").parse(document.read_text(encoding="utf-8")):
        if token.type == "html_block":
            for line in token.content.strip().splitlines():
                remarks |= _remark(line, document)
        elif token.type == "fence":
            first = token.map[0] + 1 if token.map else 0
            if not token.info.startswith("{"):
                yield CodeBlock(
                    first,
                    token.info,
                    token.content,
                    file=remarks.get("file", ""),
                    exit_code=int(remarks.get("exit code", 0)),
                    not_run=remarks.get("not run", ""),
                    printed="printed" in remarks,
                )
            remarks = {}
        else:
            remarks = {}


def _remark(line: str, document: Path) -> dict[str, str]:
    remark = _REMARK.fullmatch(line.strip())
    if remark is None:
        raise ValueError(f"{document}: {line!r} is no remark on a code block")
    name, value, command, printed = remark.groups()
    if printed:
        return {printed: ""}
    return {"not run": f"the {command} is run by .ci/run"} if command else {name: value}
