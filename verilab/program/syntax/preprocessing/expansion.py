"""Macro expansion (C11 6.10.3) by a stack of contexts, as gcc does it where C leaves a choice.

Where C does not say whether a nested invocation that takes arguments from behind its macro's text is nested (6.10.3.4p4), gcc's answer is:
a macro is disabled exactly while its own context is on the stack.  Pieces come from the top context; where it is used up it is taken away,
and its macro is one again.  At the bottom of the stack there is the text itself, or the line of a directive.
"""

from __future__ import annotations

from typing import Protocol

from verilab.program.syntax.lexing.lexer import identifier
from verilab.program.syntax.preprocessing.macros import Macro, MacroError
from verilab.program.syntax.preprocessing.pasting import pasted
from verilab.program.syntax.preprocessing.pieces import NOWHERE, Kind, Piece, padding
from verilab.program.syntax.preprocessing.substitution import Argument, Substitution

LARGEST_EXPANSION = 2_000_000  # pieces that come out of macros, in all; macros that double each other's text end here


class Base(Protocol):
    """What stands below all macros."""

    def next(self, opening: bool) -> Piece:
        """The next piece; ``opening``: only to see whether it is the parenthesis of an invocation."""

    def back(self) -> None:
        """The last piece was not wanted: it comes again."""


class Line(Base):
    """The pieces of a directive."""

    def __init__(self, pieces: list[Piece]) -> None:
        self._pieces = pieces
        self._index = 0

    def next(self, opening: bool) -> Piece:
        piece = self._pieces[self._index] if self._index < len(self._pieces) else Piece(Kind.END, "", False, NOWHERE)
        self._index += 1
        return piece

    def back(self) -> None:
        self._index -= 1


class Builtin(Protocol):
    """A name that the preprocessor itself replaces, such as ``__LINE__``."""

    def __call__(self, name: Piece, expansion: Expansion) -> list[Piece] | None: ...


class Budget:
    """How many pieces may come out of macros still."""

    def __init__(self, pieces: int = LARGEST_EXPANSION) -> None:
        self.left = pieces

    def spend(self, pieces: int) -> None:
        self.left -= pieces
        if self.left < 0:
            raise MacroError("the macros of this file expand to too much text")


class _Context:
    __slots__ = ("index", "macro", "pieces")

    def __init__(self, pieces: list[Piece], macro: Macro | None) -> None:
        self.pieces = pieces
        self.macro = macro
        self.index = 0


_END = Piece(Kind.END, "", False, NOWHERE)
_GAP = padding(None)


class Expansion:
    """The expanded pieces of ``base``, one at a time; ``directive``: they are wanted for a directive, where white space is nothing.

    Every method raises MacroError for what C forbids; the place of the error is that of ``at``.
    """

    def __init__(self, base: Base, macros: dict[str, Macro], builtins: dict[str, Builtin], budget: Budget, directive: bool) -> None:
        self._base = base
        self._macros = macros
        self._builtins = builtins
        self._budget = budget
        self._directive = directive
        self._contexts: list[_Context] = []
        self._frozen = 0  # > 0: names are taken as they are, because arguments are collected
        self._arguments_open = 0  # > 0: arguments are expanded; what they become is read once more where it is put in
        self.at = NOWHERE

    @property
    def busy(self) -> bool:
        """Whether pieces of macros are still to come."""
        return bool(self._contexts)

    @property
    def within_argument(self) -> bool:
        """Whether what comes is the expansion of an argument, of which nothing has an effect yet."""
        return self._arguments_open > 0

    def next(self, opening: bool = False) -> Piece:
        """The next piece after expansion, paddings included; an end where there is none."""
        while True:
            piece = self._raw(opening)
            if piece is None:
                if self._directive:
                    continue
                return _GAP
            if piece.kind is not Kind.WORD or piece.blocked:
                return piece
            name = identifier(piece.text)
            macro = self._macros.get(name)
            builtin = self._builtins.get(name) if macro is None else None
            if macro is None and builtin is None:
                return piece
            if macro is not None and not macro.enabled:
                piece.blocked = True
                return piece
            if self._frozen:
                return piece
            replaced = self.enter(piece, macro) if macro is not None else self.ask(piece, builtin)
            if not replaced:
                return piece
            if not self._directive:
                return padding(piece)

    def real(self) -> Piece:
        """The next piece that is no padding."""
        while (piece := self.next()).kind is Kind.PADDING:
            pass
        return piece

    def as_written(self) -> Piece:
        """The next piece that is no padding, not replaced where it is a macro."""
        self._frozen += 1
        try:
            return self.real()
        finally:
            self._frozen -= 1

    def enter(self, name: Piece, macro: Macro) -> bool:
        """Put the macro's text in front of what comes; False where it has parameters and no parenthesis follows its name."""
        self.at = name.place
        if macro.parameters is None:
            text = [piece.copy(piece.joined, name.expansion) for piece in macro.plain]
        else:
            arguments = self._arguments(macro)
            if arguments is None:
                return False
            text = Substitution(macro, arguments, self._expanded, name.expansion, not self._directive).run()
        self._budget.spend(len(text) + 1)
        macro.enabled = False
        self._contexts.append(_Context(text, macro))
        return True

    def ask(self, name: Piece, builtin: Builtin | None) -> bool:
        """Put what a name of the preprocessor itself stands for in front of what comes."""
        self.at = name.place
        pieces = None if builtin is None else builtin(name, self)
        if pieces is None:
            return False
        self._contexts.append(_Context(pieces, None))
        return True

    # -- contexts -----------------------------------------------------------------------------------------------------------------

    def _raw(self, opening: bool) -> Piece | None:
        """The next piece before expansion; None where a context has ended."""
        if not self._contexts:
            return self._base.next(opening)
        context = self._contexts[-1]
        if context.index >= len(context.pieces):
            self._pop()
            return None
        piece = context.pieces[context.index]
        context.index += 1
        if not piece.joined:
            return piece
        self._paste(piece, context)
        return None if self._directive else padding(piece)

    def _pop(self) -> None:
        macro = self._contexts.pop().macro
        if macro is not None:
            macro.enabled = True

    def _back(self) -> None:
        if self._contexts:
            self._contexts[-1].index -= 1
        else:
            self._base.back()

    def _paste(self, left: Piece, context: _Context) -> None:
        """Join the piece to those behind it; the result may be a macro's name."""
        joined = True
        while joined and context.index < len(context.pieces):
            right = context.pieces[context.index]
            context.index += 1
            if right.kind is Kind.PADDING:
                continue
            left = pasted(left, right)
            joined = right.joined
        self._contexts.append(_Context([left], None))

    # -- arguments ----------------------------------------------------------------------------------------------------------------

    def _arguments(self, macro: Macro) -> list[Argument] | None:
        """The arguments behind a macro's name, None where there are none; its paddings then stay in front of what follows."""
        self._frozen += 1
        try:
            gap: Piece | None = None
            while (piece := self.next(opening=True)).kind is Kind.PADDING:
                if gap is None or piece.origin is None:
                    gap = piece
            if piece.is_punctuator("("):
                return self._collected(macro)
            self._back()
            if gap is not None:
                self._contexts.append(_Context([gap], None))
            return None
        finally:
            self._frozen -= 1

    def _collected(self, macro: Macro) -> list[Argument]:
        """The arguments up to the closing parenthesis; commas within parentheses, or within variable arguments, do not end one."""
        assert macro.parameters is not None
        count = len(macro.parameters)
        place = self.at
        arguments: list[list[Piece]] = [[]]
        depth = 0
        while True:
            piece = self.next()
            if piece.kind is Kind.END:
                self.at = place
                raise MacroError(f"the arguments of the macro '{macro.name[:40]}' have no end")
            if piece.kind is Kind.PADDING and not arguments[-1]:
                continue
            if piece.kind is Kind.PUNCTUATOR:
                if piece.text == "(":
                    depth += 1
                elif piece.text == ")":
                    depth -= 1
                    if depth < 0:
                        break
                elif piece.text == "," and depth == 0 and not (macro.variadic and len(arguments) >= count):
                    arguments.append([])
                    continue
            arguments[-1].append(piece)
        for argument in arguments:
            while argument and argument[-1].kind is Kind.PADDING:
                argument.pop()
        self.at = place
        return _fitting(macro, arguments)

    def _expanded(self, argument: list[Piece]) -> list[Piece]:
        """An argument completely expanded, as if it were the rest of the file."""
        frozen, self._frozen = self._frozen, 0
        self._arguments_open += 1
        self._contexts.append(_Context([*(piece.copy(False) for piece in argument), _END], None))
        bottom = len(self._contexts)
        output: list[Piece] = []
        while (piece := self.next()).kind is not Kind.END:
            output.append(piece)
        assert len(self._contexts) == bottom
        self._pop()
        self._arguments_open -= 1
        self._frozen = frozen
        return output


def _fitting(macro: Macro, given: list[list[Piece]]) -> list[Argument]:
    """The arguments as the macro takes them; MacroError where their number is wrong."""
    assert macro.parameters is not None
    count = len(macro.parameters)
    if count == 0 and given == [[]]:
        return []
    # GNU: the variable arguments may be left out, together with their comma; a macro that has nothing else was given none by F().
    missing = macro.variadic and (len(given) == count - 1 or (count == 1 and given == [[]]))
    if len(given) == count - 1 and macro.variadic:
        given = [*given, []]
    if len(given) != count:
        raise MacroError(f"the macro '{macro.name[:40]}' requires {count} arguments, but {len(given)} are given")
    arguments = [Argument(pieces) for pieces in given]
    if missing:
        arguments[-1].missing = True
    return arguments
