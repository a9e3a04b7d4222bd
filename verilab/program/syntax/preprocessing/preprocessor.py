"""The C preprocessor (C11 6.10): the lexer, which answers directives and macros with more tokens, so that no token is read twice.

It has our own stub headers: ``verilab/program/stubs`` declares what verification tasks use of the standard library.  A header that is in
neither the given directories, nor beside the file, nor among the stubs is an error that says so.  What is beyond the standard follows gcc.
Here each directive is followed; macro_table.py has the macros that there are, expansion.py and substitution.py what they stand for,
conditions.py what ``#if`` asks, groups.py what it leaves out, headers.py the inclusions, written_text.py what an invocation takes.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable
from dataclasses import field
from typing import NoReturn

from verilab.data_classes import dataclass
from verilab.program.source import SourceText, read_source
from verilab.program.syntax.lexing.lexer import COMMENT, HASH, Lexer, identifier
from verilab.program.syntax.lexing.opened import OpenText
from verilab.program.syntax.lexing.tokens import DOUBLE_BRACKET, KEYWORDS, OPERATORS, PACKING, SPECIAL, Token
from verilab.program.syntax.preprocessing.builtins import builtins
from verilab.program.syntax.preprocessing.conditions import ConditionError
from verilab.program.syntax.preprocessing.groups import Group, Groups, ends_of_group
from verilab.program.syntax.preprocessing.headers import Header, Headers, Inclusions, named_header
from verilab.program.syntax.preprocessing.macro_table import MacroTable
from verilab.program.syntax.preprocessing.macros import MacroError
from verilab.program.syntax.preprocessing.pieces import Kind, Piece, Place, pieces
from verilab.program.syntax.preprocessing.predefined import predefined_macros
from verilab.program.syntax.preprocessing.written_text import WrittenText
from verilab.program.types import DataModel

_NAME = re.compile(r"(?:#|%:)(?:[ \t\f\v]|/\*(?:[^*]|\*(?!/))*\*/)*(?P<name>[A-Za-z_]\w*|[0-9])?")
_ANGLED = re.compile(r"(?:#|%:)\s*\w+\s*<(?P<name>[^>\n]+)>")
_PLAIN = frozenset({"pragma", "ident", "sccs", "warning"})  # directives that the lexer follows or passes over
_COMMENT = re.compile(COMMENT)


@dataclass(slots=True)
class _File:
    """A file that is being read, and the conditions that are open in it."""

    opened: OpenText
    header: Header
    groups: Groups = field(default_factory=Groups)


class Preprocessor(Lexer):
    """The tokens of a file after preprocessing.

    ``run`` raises InputError for what the preprocessor refuses: a missing header,
    ``#error``, a malformed directive, endless inclusion, macros that expand to too much.
    """

    def __init__(self, source: SourceText, data_model: DataModel, include_dirs: tuple[str | os.PathLike[str], ...] = ()) -> None:
        super().__init__(source)
        self.texts[source.name] = source
        self.in_arguments = False
        self._macros = MacroTable(predefined_macros(data_model), builtins(self), self._words)
        self._headers = Headers(include_dirs)
        self._inclusions = Inclusions(len(source.text))
        self._files: list[_File] = []
        self._expansion = self._macros.expansion(WrittenText(lambda: self.opened, self._follow_among_arguments), False)

    def run(self) -> Preprocessor:
        self.rows.enter(1, self.source, 1, self.source.name, 1)
        try:
            self._scan_file(_File(OpenText(self.source), Header(self.source.name, -1)))
        except RecursionError:
            raise self.source.error("the macros of this file are nested too deeply", 1) from None
        return self

    @property
    def opened(self) -> OpenText:
        """The text that is being read."""
        return self._files[-1].opened

    def _scan_file(self, file: _File) -> None:
        self._files.append(file)
        self._scan(file.opened)
        if group := file.groups.innermost:
            self._fail(f"Unterminated {group.text}", group.place)
        self._files.pop()

    def _fail(self, message: str, place: Place, hint: str | None = None) -> NoReturn:
        raise self.rows.error(message, place[2], place[3], hint)

    # -- macros in the text -------------------------------------------------------------------------------------------------------

    def _replace(self, name: str, opened: OpenText, start: int) -> None:
        place = (opened.file, opened.row + opened.delta, opened.row, start - opened.row_start + 1)
        piece = Piece(Kind.WORD, name, False, place)
        expansion = self._expansion
        plain = identifier(name)
        try:
            macro = self._macros.defined.get(plain)
            replaced = expansion.enter(piece, macro) if macro is not None else expansion.ask(piece, self._macros.builtins[plain])
            if not replaced:
                self._emit(piece)
            while expansion.busy:
                piece = expansion.next()
                if piece.kind is not Kind.PADDING:
                    self._emit(piece)
        except MacroError as error:
            self._fail(str(error), expansion.at)
        opened.fresh = -1  # a # behind the macro begins no directive, even where the macro stands for nothing

    def _emit(self, piece: Piece) -> None:
        """Add a piece that is no padding to the tokens."""
        tokens, text, kind, place = self.tokens, piece.text, piece.kind, piece.place
        if kind is Kind.PUNCTUATOR:
            operator = OPERATORS.get(text)
            if operator is None:
                self._fail("a stray '#' inside a line", place)
            name = operator
            if name == "LBRACKET" and tokens and tokens[-1].type == "LBRACKET":  # where they were written together, they are one token
                place = (tokens[-1].file, tokens[-1].line, tokens[-1].row, tokens.pop().column)
                name, text = DOUBLE_BRACKET, "[["
                self.special.append(len(tokens))
            tokens.append(Token(name, text, *place))
        elif kind is Kind.WORD:
            word = identifier(text)
            name, text = KEYWORDS.get(word) or ("ID", sys.intern(word))
            if name in SPECIAL:
                self.special.append(len(tokens))
            tokens.append(Token(name, text, *place))
        elif kind is Kind.NUMBER:
            tokens.append(Token(self._constants.get(text) or self._classify(text, place[2], place[3]), text, *place))
        elif kind is Kind.STRING or kind is Kind.CHARACTER:
            tokens.append(self.literal(kind.value, text, place))
        elif kind is Kind.PACKING:
            self.special.append(len(tokens))
            tokens.append(Token(PACKING, text, *place))
        else:
            self.refuse(text[:1], place)

    # -- directives ---------------------------------------------------------------------------------------------------------------

    def _directive(self, opened: OpenText, value: str, start: int) -> None:
        match = _NAME.match(value)
        name = "" if match is None else match["name"] or ""
        place = (opened.file, opened.row + opened.delta, opened.row, start - opened.row_start + 1)
        passed = name in _PLAIN or name.isdecimal()
        if passed and not (name == "pragma" and self.pragma(_behind_name(value))):
            super()._directive(opened, value, start)
            return
        opened.advance(start, value)
        opened.pass_joints(opened.offset)
        line = list(pieces(value[2 if value[0] == "%" else 1 :], place))
        if not line or name == "pragma":
            return
        answer = self._answers().get(name)
        if answer is None:
            self._fail(f"unknown directive '#{line[0].text[:40]}'", place)
        try:
            answer(line, _COMMENT.sub(" ", value).strip())
        except (MacroError, ConditionError) as error:
            self._fail(str(error), place)

    def _follow_among_arguments(self, opened: OpenText, value: str, start: int) -> None:
        """A directive among the arguments of a macro does what it does elsewhere, as gcc has it."""
        outer, self.in_arguments = self.in_arguments, True
        try:
            self._directive(opened, value, start)
        finally:
            self.in_arguments = outer

    def _answers(self) -> dict[str, Callable[[list[Piece], str], None]]:
        """What follows each directive, of which it gets the pieces from its name on, and the text."""
        return {
            "define": lambda line, text: self._macros.define(line[1:]),
            "undef": lambda line, text: self._macros.undefine(line[1:]),
            "include": self._include,
            "include_next": self._include,
            "import": self._include,
            "if": self._open_group,
            "ifdef": self._open_group,
            "ifndef": self._open_group,
            "elif": self._leave_group,
            "elifdef": self._leave_group,
            "elifndef": self._leave_group,
            "else": self._leave_group,
            "endif": self._close_group,
            "line": self._line,
            "error": self._error,
            "assert": lambda line, text: None,
            "unassert": lambda line, text: None,
            "embed": self._embed,
        }

    def _error(self, line: list[Piece], text: str) -> None:
        self._fail(f"#error {text.partition('error')[2].strip()}", line[0].place)

    def _embed(self, line: list[Piece], text: str) -> None:
        self._fail("#embed is C23, and not supported", line[0].place, "write the bytes as an initialiser")

    def _line(self, line: list[Piece], text: str) -> None:
        """``#line number "file"``, with macros replaced."""
        operands = self._macros.expanded(line[1:])
        if not operands or not operands[0].text.isdecimal() or len(operands[0].text) > 9:
            raise MacroError("#line takes a number, and the name of a file in quotes")
        quoted = operands[1].text[1:-1] if len(operands) > 1 and operands[1].kind is Kind.STRING else None
        self._renumber(self.opened, int(operands[0].text), quoted)

    def pragma(self, text: str) -> bool:
        """Follow a pragma that concerns the preprocessor: ``once``, ``push_macro`` and ``pop_macro``; False for every other one."""
        if text.strip() == "once":
            self._inclusions.only_once(self.opened.source.name)
            return True
        return self._macros.keep(text)

    # -- conditions ---------------------------------------------------------------------------------------------------------------

    def _open_group(self, line: list[Piece], text: str) -> None:
        group = Group(line[0].place, text[:40], self._macros.holds(line))
        self._files[-1].groups.enter(group)
        if not group.taken:
            self._skip()

    def _leave_group(self, line: list[Piece], text: str) -> None:
        """The end of a group that was read: those behind it are not."""
        self._files[-1].groups.leave(line[0].text)
        self._skip()

    def _close_group(self, line: list[Piece], text: str) -> None:
        self._files[-1].groups.close()

    def _skip(self) -> None:
        """Go on behind the directive that ends the current group, and the following ones that are not to be read."""
        file = self._files[-1]
        opened, group = file.opened, file.groups.innermost
        assert group is not None
        text = opened.text
        for name, start in ends_of_group(text, opened.offset):
            opened.advance(opened.offset, text[opened.offset : start])
            opened.pass_joints(start)
            place = (opened.file, opened.row + opened.delta, opened.row, start - opened.row_start + 1)
            if not name:
                self._fail("this comment is never closed", place, "a closing */")
            match = HASH.match(text, start)
            assert match is not None
            opened.offset = match.end()
            opened.advance(start, match[0])
            opened.pass_joints(match.end())
            line = list(pieces(match[0][2 if match[0][0] == "%" else 1 :], place))
            try:
                if name == "endif":
                    file.groups.close()
                    return
                file.groups.leave(name)
                if not group.taken and (name == "else" or self._macros.holds(line)):
                    group.taken = True
                    return
            except (MacroError, ConditionError) as error:
                self._fail(str(error), place)
        self._fail(f"Unterminated {group.text}", group.place)

    # -- inclusion ----------------------------------------------------------------------------------------------------------------

    def _include(self, line: list[Piece], text: str) -> None:
        place, directive = line[0].place, line[0].text
        if self.in_arguments:
            raise MacroError("a file is included among the arguments of a macro")
        name, quoted = self._named_header(line, text)
        header = self._find(name, quoted, directive == "include_next")
        if header is None:
            self._fail(f"the header '{name[:80]}' is not known", place, "name its directory, or preprocess the file first: gcc -E")
        if self._inclusions.are_over(header.path, directive):
            return
        source = self.texts.get(header.path)
        if source is None:
            source = self.texts[header.path] = SourceText(header.path, read_source(header.path))
        if self._inclusions.are_endless(len(self._files), len(source.text)):
            raise self.source.error("headers include each other without end", 1)
        self._enter(source, header)

    def _named_header(self, line: list[Piece], text: str) -> tuple[str, bool]:
        """The name in an inclusion, and whether it is quoted; a macro may stand for both."""
        angled = _ANGLED.match(text)
        if angled is not None:
            return angled["name"].strip(), False
        name = named_header(line[1:] if len(line) > 1 and line[1].kind is Kind.STRING else self._macros.expanded(line[1:]))
        if name is None:
            raise MacroError(f"malformed #{line[0].text}")
        return name

    def _find(self, name: str, quoted: bool, following: bool) -> Header | None:
        first = self._files[-1].header.directory + 1 if following else 0
        return self._headers.find(name, quoted and not following, self.opened.source.name, first)

    def _enter(self, source: SourceText, header: Header) -> None:
        """Read a header: its rows come behind the current one, and those of the includer behind them."""
        opened = self.opened
        inner = OpenText(source, opened.row + 1, len(self.tokens))
        self.rows.enter(opened.row + 1, source, 1, source.name, 1)
        includer, physical = self.rows.place(opened.row)
        self._scan_file(_File(inner, header))
        shift = inner.row - opened.row
        presumed = opened.row + opened.delta
        opened.row += shift
        opened.delta -= shift
        self.rows.enter(opened.row + 1, includer, physical + 1, opened.file, presumed + 1)

    # -- what the names of the preprocessor ask -----------------------------------------------------------------------------------

    def main_file(self) -> str:
        return self.source.name

    def inclusion_level(self) -> int:
        return len(self._files) - 1

    def is_header(self, name: str, quoted: bool, following: bool) -> bool:
        return self._find(name, quoted, following) is not None


def _behind_name(directive: str) -> str:
    """What stands behind the name of a directive, with one blank for all white space."""
    return " ".join(_COMMENT.sub(" ", directive).lstrip("#%:").split()).partition(" ")[2]
