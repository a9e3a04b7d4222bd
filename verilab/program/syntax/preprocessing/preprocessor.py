"""The C preprocessor (C11 6.10): the lexer, which answers directives and macros with more tokens, so that no token is read twice.

It has our own stub headers: ``verilab/program/stubs`` declares what verification tasks use of the standard library.  A header that is in
neither the given directories, nor beside the file, nor among the stubs is an error that says so.  What is beyond the standard follows gcc.
Its file is one idea, though long: what each directive does to the state that all share, the opened texts, the macros and the open groups.
Read expansion.py and substitution.py for macros, conditions.py for ``#if``, groups.py for what it leaves out, headers.py for inclusions.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NoReturn

from verilab.program.source import SourceText, read_source
from verilab.program.syntax.lexing.lexer import HASH, Lexer, identifier
from verilab.program.syntax.lexing.opened import OpenText
from verilab.program.syntax.lexing.tokens import DOUBLE_BRACKET, KEYWORDS, MACRO, OPERATORS, PACKING, SPECIAL, Token
from verilab.program.syntax.preprocessing.builtins import builtins
from verilab.program.syntax.preprocessing.conditions import ConditionError, evaluate
from verilab.program.syntax.preprocessing.expansion import Base, Budget, Expansion, Line
from verilab.program.syntax.preprocessing.groups import Group, Groups, ends_of_group
from verilab.program.syntax.preprocessing.headers import Header, Headers, Inclusions, named_header
from verilab.program.syntax.preprocessing.macros import Macro, MacroError, definition
from verilab.program.syntax.preprocessing.pieces import KINDS, NOWHERE, PIECE, Kind, Piece, Place, pieces
from verilab.program.syntax.preprocessing.predefined import predefined_macros
from verilab.program.types import DataModel

_NAME = re.compile(r"(?:#|%:)(?:[ \t\f\v]|/\*(?:[^*]|\*(?!/))*\*/)*(?P<name>[A-Za-z_]\w*|[0-9])?")
_ANGLED = re.compile(r"(?:#|%:)\s*\w+\s*<(?P<name>[^>\n]+)>")
_KEEPING = re.compile(r'\s*(?P<what>push|pop)_macro\s*\(\s*"(?P<name>\w+)"\s*\)')
_PLAIN = frozenset({"pragma", "ident", "sccs", "warning"})  # directives that the lexer follows or passes over
_COMMENT = re.compile(r"//[^\n]*|/\*(?:[^*]|\*(?!/))*\*/")


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
        self._macros: dict[str, Macro] = dict(predefined_macros(data_model))
        self._builtins = builtins(self)
        self._words |= {name: (MACRO, name) for name in (*self._macros, *self._builtins)}
        self._kept: dict[str, list[Macro | None]] = {}  # what push_macro has kept, the last one last
        self._headers = Headers(include_dirs)
        self._inclusions = Inclusions(len(source.text))
        self._budget = Budget()
        self._files: list[_File] = []
        self._expansion = Expansion(_Text(self), self._macros, self._builtins, self._budget, False)

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
            macro = self._macros.get(plain)
            replaced = expansion.enter(piece, macro) if macro is not None else expansion.ask(piece, self._builtins[plain])
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
            name = OPERATORS.get(text)
            if name is None:
                self._fail("a stray '#' inside a line", place)
            if name == "LBRACKET" and tokens and tokens[-1].type == "LBRACKET":  # where they were written together, they are one token
                place = (tokens[-1].file, tokens[-1].line, tokens[-1].row, tokens.pop().column)
                name, text = DOUBLE_BRACKET, "[["
                self.special.append(len(tokens))
            tokens.append(Token(name, text, *place))
        elif kind is Kind.WORD:
            word = identifier(text)
            found = KEYWORDS.get(word) or ("ID", sys.intern(word))
            if found[0] in SPECIAL:
                self.special.append(len(tokens))
            tokens.append(Token(found[0], found[1], *place))
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

    def _answers(self) -> dict[str, Callable[[list[Piece], str], None]]:
        """What follows each directive, of which it gets the pieces from its name on, and the text."""
        return {
            "define": self._define,
            "undef": self._undefine,
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
        found = self._expanded(line[1:])
        if not found or not found[0].text.isdecimal() or len(found[0].text) > 9:
            raise MacroError("#line takes a number, and the name of a file in quotes")
        quoted = found[1].text[1:-1] if len(found) > 1 and found[1].kind is Kind.STRING else None
        self._renumber(self.opened, int(found[0].text), quoted)

    def _define(self, line: list[Piece], text: str) -> None:
        macro = definition(line[1:])
        self._set(macro.name, macro)

    def _undefine(self, line: list[Piece], text: str) -> None:
        if len(line) < 2 or line[1].kind is not Kind.WORD:
            raise MacroError("the name of the macro is missing")
        name = identifier(line[1].text)
        self._builtins.pop(name, None)
        self._set(name, None)

    def _set(self, name: str, macro: Macro | None) -> None:
        """Let a name be a macro, or none."""
        if macro is not None:
            self._macros[name] = macro
        else:
            self._macros.pop(name, None)
        if macro is not None or name in self._builtins:
            self._words[name] = (MACRO, name)
        elif name in KEYWORDS:
            self._words[name] = KEYWORDS[name]
        else:
            self._words.pop(name, None)

    def pragma(self, text: str) -> bool:
        """Follow a pragma that concerns the preprocessor: ``once``, ``push_macro`` and ``pop_macro``; False for every other one."""
        if text.strip() == "once":
            self._inclusions.only_once(self.opened.source.name)
            return True
        match = _KEEPING.match(text)
        if match is None:
            return False
        kept = self._kept.setdefault(match["name"], [])
        if match["what"] == "push":
            kept.append(self._macros.get(match["name"]))
        elif kept:
            self._set(match["name"], kept.pop())
        return True

    def _expanded(self, line: list[Piece]) -> list[Piece]:
        """The pieces of a directive with all macros replaced."""
        expansion = self._line_expansion(line)
        found = []
        while (piece := expansion.real()).kind is not Kind.END:
            found.append(piece)
        return found

    def _line_expansion(self, line: list[Piece]) -> Expansion:
        return Expansion(Line(line), self._macros, self._builtins, self._budget, True)

    # -- conditions ---------------------------------------------------------------------------------------------------------------

    def _open_group(self, line: list[Piece], text: str) -> None:
        group = Group(line[0].place, text[:40], self._holds(line))
        self._files[-1].groups.enter(group)
        if not group.taken:
            self._skip()

    def _holds(self, line: list[Piece]) -> bool:
        """The condition of ``#if``, ``#ifdef``, ``#elif`` and so on."""
        name = line[0].text
        if name in ("if", "elif"):
            return evaluate(self._condition(line[1:])).value() != 0
        if len(line) < 2 or line[1].kind is not Kind.WORD:
            raise MacroError(f"#{name} takes the name of a macro")
        return self._is_defined(identifier(line[1].text)) == name.endswith("ifdef")

    def _is_defined(self, name: str) -> bool:
        return name in self._macros or (name in self._builtins and name != "_Pragma")

    def _condition(self, line: list[Piece]) -> str:
        """The text of a condition, with ``defined`` and macros replaced; ``defined`` may come out of a macro, as gcc has it."""
        expansion = self._line_expansion(line)
        found: list[str] = []
        while (piece := expansion.real()).kind is not Kind.END:
            if piece.kind is Kind.WORD and piece.text == "defined":
                name = expansion.as_written()
                enclosed = name.is_punctuator("(")
                if enclosed:
                    name = expansion.as_written()
                if name.kind is not Kind.WORD or (enclosed and not expansion.as_written().is_punctuator(")")):
                    raise ConditionError("'defined' takes the name of a macro")
                found.append(str(int(self._is_defined(identifier(name.text)))))
            else:
                found.append(piece.text)
        return " ".join(found)

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
                if not group.taken and (name == "else" or self._holds(line)):
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
        name = named_header(line[1:] if len(line) > 1 and line[1].kind is Kind.STRING else self._expanded(line[1:]))
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


class _Text(Base):
    """The text that is being read, as pieces, below the macros: for the arguments of an invocation."""

    def __init__(self, preprocessor: Preprocessor) -> None:
        self._preprocessor = preprocessor
        self._state = (0, 0, 0, 0)

    def next(self, opening: bool) -> Piece:
        opened = self._preprocessor.opened
        self._state = opened.state()
        spaced = fresh = False
        while (match := PIECE.match(opened.text, opened.offset)) is not None:
            start, value, group = match.start(), match[0], match.lastgroup or "bad"
            opened.pass_joints(start)
            if group == "space":
                opened.advance(start, value)
                opened.offset = match.end()
                spaced = True
                fresh = fresh or "\n" in (_COMMENT.sub("", value) if "/" in value else value)
                continue
            if fresh and not opening and value in ("#", "%:", "##", "%:%:"):
                hashed = HASH.match(opened.text, start)
                assert hashed is not None
                opened.offset = hashed.end()
                self._follow(opened, hashed[0], start)
                continue
            opened.offset = match.end()
            place = (opened.file, opened.row + opened.delta, opened.row, start - opened.row_start + 1)
            return Piece(KINDS[group], value, spaced, place)
        return Piece(Kind.END, "", False, NOWHERE)

    def back(self) -> None:
        self._preprocessor.opened.restore(self._state)

    def _follow(self, opened: OpenText, directive: str, start: int) -> None:
        """A directive among the arguments of a macro does what it does elsewhere, as gcc has it."""
        outer, self._preprocessor.in_arguments = self._preprocessor.in_arguments, True
        try:
            self._preprocessor._directive(opened, directive, start)
        finally:
            self._preprocessor.in_arguments = outer
