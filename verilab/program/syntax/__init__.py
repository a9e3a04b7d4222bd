"""C source text -> syntax tree: preprocessor, lexer, lexical pass for GNU C, parser.

``parse_file`` and ``parse_text`` are the way in; every failure is a ``verilab.program.errors.InputError``.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from verilab.program.source import SourceText, read_source
from verilab.program.stack import with_deep_stack
from verilab.program.syntax.tree.translation_unit import TranslationUnit, coordinate
from verilab.program.types import DataModel

if TYPE_CHECKING:
    from verilab.program.syntax.lexing.lexer import Lexer
    from verilab.program.syntax.lexing.tokens import Token

__all__ = ["TranslationUnit", "coordinate", "parse_file", "parse_text", "with_deep_stack"]

Directories = tuple[str | os.PathLike[str], ...]


def parse_file(
    path: str | os.PathLike[str],
    data_model: DataModel = DataModel.ILP32,
    include_dirs: Directories = (),
    preprocessing: bool | None = None,
) -> TranslationUnit:
    """The parsed C file; see ``parse_text``.  The data model only matters to the macros that the preprocessor predefines."""
    return parse_text(read_source(os.fspath(path)), os.fspath(path), data_model, include_dirs, preprocessing)


def parse_text(
    text: str,
    name: str = "<text>",
    data_model: DataModel = DataModel.ILP32,
    include_dirs: Directories = (),
    preprocessing: bool | None = None,
) -> TranslationUnit:
    """The parsed C text, called ``name`` in positions and messages.

    The preprocessor runs where the text contains directives other than line markers and pragmas; ``preprocessing`` overrides that.
    Raises InputError for everything that is wrong with the text, also where it is nested too deeply.
    """
    # The grammar is loaded when there is a text to parse: positions and sources are wanted where no C is read.
    from verilab.program.syntax.grammar.parser import GnuParser

    source = SourceText(name, text)

    def lexed() -> list[Token]:
        return with_deep_stack(lambda: lexer_for(source, data_model, include_dirs, preprocessing).run().tokens)

    def run() -> TranslationUnit:
        lexer = lexer_for(source, data_model, include_dirs, preprocessing)
        try:
            ast = GnuParser().parse(lexer)
        except RecursionError:
            raise source.error("the program is nested too deeply", 1) from None
        return TranslationUnit(name, ast, data_model, source, lexer.rows, lexed, lexer.texts)

    return with_deep_stack(run)


def lexer_for(source: SourceText, data_model: DataModel, include_dirs: Directories = (), preprocessing: bool | None = None) -> Lexer:
    """What reads the tokens of a text for the parser: the preprocessor where the text needs one, else the lexer alone."""
    from verilab.program.syntax.lexing.lexer import Lexer
    from verilab.program.syntax.preprocessing.predefined import needs_preprocessing
    from verilab.program.syntax.preprocessing.preprocessor import Preprocessor

    if needs_preprocessing(source.text) if preprocessing is None else preprocessing:
        return Preprocessor(source, data_model, include_dirs)
    return Lexer(source)
