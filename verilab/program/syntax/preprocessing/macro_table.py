"""The macros of a translation unit: which names are macros, and what the line of a directive comes to under them."""

from __future__ import annotations

import re
from collections.abc import Mapping

from verilab.program.syntax.lexing.lexer import identifier
from verilab.program.syntax.lexing.tokens import KEYWORDS, MACRO
from verilab.program.syntax.preprocessing.conditions import ConditionError, evaluate
from verilab.program.syntax.preprocessing.expansion import Base, Budget, Builtin, Expansion, Line
from verilab.program.syntax.preprocessing.macros import Macro, MacroError, definition
from verilab.program.syntax.preprocessing.pieces import Kind, Piece

_KEEPING = re.compile(r'\s*(?P<what>push|pop)_macro\s*\(\s*"(?P<name>\w+)"\s*\)')


class MacroTable:
    """``defined``: the macros by name.  ``builtins``: the names that the preprocessor itself replaces.

    ``words`` is the lexer's table, in which the names of macros are kept apart from other words.  Methods raise MacroError and
    ConditionError for what C forbids.
    """

    def __init__(self, predefined: Mapping[str, Macro], builtins: dict[str, Builtin], words: dict[str, tuple[str, str]]) -> None:
        self.defined = dict(predefined)
        self.builtins = builtins
        self._words = words
        self._words |= {name: (MACRO, name) for name in (*self.defined, *self.builtins)}
        self._kept: dict[str, list[Macro | None]] = {}  # what push_macro has kept, the last one last
        self._budget = Budget()

    def define(self, line: list[Piece]) -> None:
        """What the pieces behind ``#define`` define."""
        macro = definition(line)
        self._set(macro.name, macro)

    def undefine(self, line: list[Piece]) -> None:
        """Let the name behind ``#undef`` be no macro."""
        if not line or line[0].kind is not Kind.WORD:
            raise MacroError("the name of the macro is missing")
        name = identifier(line[0].text)
        self.builtins.pop(name, None)
        self._set(name, None)

    def keep(self, pragma: str) -> bool:
        """Follow ``push_macro`` and ``pop_macro``; False for every other pragma."""
        match = _KEEPING.match(pragma)
        if match is None:
            return False
        kept = self._kept.setdefault(match["name"], [])
        if match["what"] == "push":
            kept.append(self.defined.get(match["name"]))
        elif kept:
            self._set(match["name"], kept.pop())
        return True

    def _set(self, name: str, macro: Macro | None) -> None:
        """Let a name be a macro, or none."""
        if macro is not None:
            self.defined[name] = macro
        else:
            self.defined.pop(name, None)
        if macro is not None or name in self.builtins:
            self._words[name] = (MACRO, name)
        elif name in KEYWORDS:
            self._words[name] = KEYWORDS[name]
        else:
            self._words.pop(name, None)

    def expansion(self, base: Base, directive: bool) -> Expansion:
        """The expanded pieces of what stands below the macros; all expansions of a file come out of one budget."""
        return Expansion(base, self.defined, self.builtins, self._budget, directive)

    def expanded(self, line: list[Piece]) -> list[Piece]:
        """The pieces of a directive with all macros replaced."""
        expansion = self.expansion(Line(line), True)
        pieces = []
        while (piece := expansion.real()).kind is not Kind.END:
            pieces.append(piece)
        return pieces

    def holds(self, line: list[Piece]) -> bool:
        """Whether the condition of ``#if``, ``#ifdef``, ``#elif`` and so on holds; its name is the first piece."""
        name = line[0].text
        if name in ("if", "elif"):
            return evaluate(self._condition(line[1:])).value() != 0
        if len(line) < 2 or line[1].kind is not Kind.WORD:
            raise MacroError(f"#{name} takes the name of a macro")
        return self._is_defined(identifier(line[1].text)) == name.endswith("ifdef")

    def _is_defined(self, name: str) -> bool:
        return name in self.defined or (name in self.builtins and name != "_Pragma")

    def _condition(self, line: list[Piece]) -> str:
        """The text of a condition, with ``defined`` and macros replaced; ``defined`` may come out of a macro, as gcc has it."""
        expansion = self.expansion(Line(line), True)
        words: list[str] = []
        while (piece := expansion.real()).kind is not Kind.END:
            if piece.kind is Kind.WORD and piece.text == "defined":
                name = expansion.as_written()
                enclosed = name.is_punctuator("(")
                if enclosed:
                    name = expansion.as_written()
                if name.kind is not Kind.WORD or (enclosed and not expansion.as_written().is_punctuator(")")):
                    raise ConditionError("'defined' takes the name of a macro")
                words.append(str(int(self._is_defined(identifier(name.text)))))
            else:
                words.append(piece.text)
        return " ".join(words)
