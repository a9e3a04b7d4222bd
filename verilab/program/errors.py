"""The one error that bad input ends in: C programs, task definitions, property files and task sets."""

from __future__ import annotations

SHOWN_COLUMNS = 160  # a longer source line is cut to this many characters around the caret


class InputError(Exception):
    """Something is wrong with an input file; says where, what, and what would work.

    ``line`` and ``column`` are 1-based and 0 where unknown; ``source_line`` is the text of that line, without its end.
    """

    def __init__(
        self,
        message: str,
        *,
        file: str = "",
        line: int = 0,
        column: int = 0,
        hint: str | None = None,
        source_line: str | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.file = file
        self.line = line
        self.column = column
        self.hint = hint
        self.source_line = source_line

    @property
    def place(self) -> str:
        """``file:line:column``, as far as they are known."""
        place = printable(self.file) or "<input>"
        if self.line:
            place += f":{self.line}"
            if self.column:
                place += f":{self.column}"
        return place

    def render(self) -> str:
        """The message as compilers print it: place and error, the source line, a caret below the column, the hint."""
        lines = [f"{self.place}: error: {printable(self.message)}"]
        if self.source_line is not None and self.source_line.strip():
            lines += _excerpt(self.source_line, self.column)
        if self.hint:
            lines.append(f"  hint: {printable(self.hint)}")
        return "\n".join(lines)

    def __str__(self) -> str:
        return f"{self.place}: {printable(self.message)}" + (f" ({printable(self.hint)})" if self.hint else "")


def printable(text: str) -> str:
    """``text`` with everything that a terminal or an encoder may choke on (controls, lone surrogates) written as an escape."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else " " if c in "\t\n\r" else c.encode("unicode_escape").decode("ascii") for c in text)


def _excerpt(source_line: str, column: int) -> list[str]:
    # Every character takes exactly one column here, whatever it is, so that the caret stays below its character.
    flat = "".join(c if c.isprintable() else " " if c.isspace() else "?" for c in source_line)
    start = max(0, column - 1 - SHOWN_COLUMNS // 2) if len(flat) > SHOWN_COLUMNS else 0
    shown = flat[start : start + SHOWN_COLUMNS].rstrip()
    excerpt = ["  | " + shown]
    if column:
        excerpt.append("  | " + " " * (column - 1 - start) + "^")
    return excerpt
