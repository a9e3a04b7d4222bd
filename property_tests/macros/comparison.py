"""Texts whose tokens differ from those of ``gcc -E``.  A text that gcc refuses must be refused by us, and the other way round."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from verilab.evidence.compiler.toolchain import ToolError
from verilab.evidence.front_end.tokens import compiler_tokens, first_difference
from verilab.program.errors import InputError
from verilab.program.source import SourceText
from verilab.program.stack import with_deep_stack
from verilab.program.syntax.lexing.tokens import Token
from verilab.program.syntax.preprocessing.pieces import Kind, Piece
from verilab.program.syntax.preprocessing.preprocessor import Preprocessor
from verilab.program.types import DataModel


@dataclass(frozen=True, slots=True)
class Difference:
    """A text, and in which way its tokens are not the compiler's."""

    text: str
    reason: str


class PreprocessingTokens(Preprocessor):
    """Keeps what is a preprocessing token but no token of C: ``1.e+`` and ``#``."""

    def _classify(self, value: str, row: int, column: int) -> str:
        return "NUMBER"

    def _emit(self, piece: Piece) -> None:
        if piece.kind is Kind.PUNCTUATOR and piece.text in ("#", "##", "%:", "%:%:"):
            self.tokens.append(Token("HASH", piece.text, *piece.place))
        else:
            super()._emit(piece)


def our_tokens(path: Path, model: DataModel) -> list[Token]:
    """The tokens of a file after preprocessing; InputError where it is refused."""
    source = SourceText(str(path), path.read_text(encoding="utf-8", errors="surrogateescape"))
    return with_deep_stack(lambda: PreprocessingTokens(source, model).run().tokens)


def difference(path: Path, model: DataModel) -> str | None:
    """In which way the tokens of a file are not the compiler's; None where they are."""
    try:
        theirs: list[str] | str = compiler_tokens(str(path), model)
    except ToolError as failure:
        theirs = next((line for line in str(failure).splitlines() if "error:" in line), str(failure))
    try:
        ours = our_tokens(path, model)
    except InputError as refusal:
        return None if isinstance(theirs, str) else f"refused: {refusal}"
    return f"accepted, but gcc says {theirs}" if isinstance(theirs, str) else first_difference(ours, theirs)


def differences(texts: Iterable[str], directory: Path, model: DataModel) -> Iterator[Difference]:
    """Those of the texts whose tokens are not the compiler's; ``directory`` is where they are written."""
    path = directory / "text.c"
    for text in texts:
        path.write_text(text)
        reason = difference(path, model)
        if reason is not None:
            yield Difference(text, reason)
