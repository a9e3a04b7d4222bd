"""C source text -> syntax tree: preprocessor, lexer, lexical pass for GNU C, parser.

``parse_file`` and ``parse_text`` are the way in; every failure is a ``verilab.program.errors.InputError``.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from verilab.program.errors import InputError
from verilab.program.source import SourceText, read_text
from verilab.program.stack import with_deep_stack
from verilab.program.syntax.tree.translation_unit import TranslationUnit, coordinate
from verilab.program.types import DataModel

if TYPE_CHECKING:
    from verilab.program.syntax.grammar.parser import GnuParser

__all__ = ["TranslationUnit", "coordinate", "parse_file", "parse_text", "with_deep_stack"]

Directories = tuple[str | os.PathLike[str], ...]


def parse_file(
    path: str | os.PathLike[str],
    data_model: DataModel = DataModel.ILP32,
    include_dirs: Directories = (),
    preprocessing: bool | None = None,
) -> TranslationUnit:
    """The parsed C file; see ``parse_text``.  The data model only matters to the macros that the preprocessor predefines."""
    return parse_text(read_text(os.fspath(path)), os.fspath(path), data_model, include_dirs, preprocessing)


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
    from verilab.program.syntax.preprocessing.preprocessor import needs_preprocessing, preprocess

    source = SourceText(name, text)

    def run() -> TranslationUnit:
        parsed = source
        originals: dict[str, SourceText] = {}
        if needs_preprocessing(text) if preprocessing is None else preprocessing:
            parsed, originals = preprocess(source, data_model, include_dirs)
        parser = GnuParser()
        try:
            ast, lexer = parser.parse_source(parsed)
        except InputError as error:
            raise _at_presumed_place(error, parser, originals) from None
        except RecursionError:
            raise source.error("the program is nested too deeply", 1) from None
        return TranslationUnit(name, ast, data_model, parsed, lexer.presumed, originals)

    return with_deep_stack(run)


def _at_presumed_place(error: InputError, parser: GnuParser, originals: dict[str, SourceText]) -> InputError:
    """An error in the preprocessor's output, moved to the file and line that it came from."""
    if not originals or not error.line:
        return error
    file, line = parser.presumed_place(error.line)
    original = originals.get(file)
    if original is None:
        return error
    moved = original.error(error.message, line, 0, error.hint)
    # Columns survive the preprocessor only where the line is the same in both texts.
    if moved.source_line == error.source_line:
        moved.column = error.column
    return moved
