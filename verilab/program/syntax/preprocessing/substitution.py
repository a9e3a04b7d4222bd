"""The body of a function-like macro with its arguments put in (C11 6.10.3.1 to 6.10.3.3), as gcc does it where C leaves a choice.

An argument beside ``#`` or ``##`` stands there as it is written, every other one completely expanded.  GNU: ``, ## rest`` takes the comma
away where the variable arguments are left out.  C23: the tokens of ``__VA_OPT__`` stand there where the variable arguments have any.
"""

from __future__ import annotations

from collections.abc import Callable

from verilab.data_classes import dataclass
from verilab.program.syntax.preprocessing.macros import Item, Macro
from verilab.program.syntax.preprocessing.pasting import joined_up, stringified
from verilab.program.syntax.preprocessing.pieces import Kind, Piece, Place, padding

Expand = Callable[[list[Piece]], list[Piece]]


@dataclass(slots=True)
class Argument:
    """``written``: its pieces; ``missing``: variable arguments that are left out, which is more than none between two commas."""

    written: list[Piece]
    missing: bool = False
    _expanded: list[Piece] | None = None

    def expanded(self, expand: Expand) -> list[Piece]:
        if self._expanded is None:
            self._expanded = expand(self.written)
        return self._expanded


class Substitution:
    """Of one invocation, which is at ``place``; ``paddings``: whether white space matters, as it does outside of directives."""

    def __init__(self, macro: Macro, arguments: list[Argument], expand: Expand, place: Place, paddings: bool) -> None:
        self._macro = macro
        self._arguments = arguments
        self._expand = expand
        self._place = place
        self._paddings = paddings

    def run(self) -> list[Piece]:
        self._expand_all(self._macro.items)
        return self._put(self._macro.items)

    def _expand_all(self, items: list[Item]) -> None:
        """Expand arguments in the order of the body, also of what will be left out: each may count ``__COUNTER__`` up."""
        joins = False
        for item in items:
            if item.optional is not None:
                self._expand_all(item.optional)
            elif item.parameter is not None and not (item.quoted or joins or item.piece.joined):
                self._arguments[item.parameter].expanded(self._expand)
            joins = item.piece.joined

    def _put(self, items: list[Item]) -> list[Piece]:
        output: list[Piece] = []
        # What ``##`` joins: the index in the output of the last piece of its left side, None for a left side without pieces.
        left: int | None = None
        previous: Item | None = None
        for item in items:
            joins = previous is not None and previous.piece.joined
            if item.parameter is None and item.optional is None:
                pieces = [item.piece.copy(False, self._place)]
            else:
                if self._paddings and previous is not None and not joins:
                    output.append(padding(item.piece))
                pieces = self._replacement(item, joins)
                if joins and left is not None and self._takes_comma(item, output[left]):
                    # The comma is never joined to what follows it.
                    if self._arguments[-1].missing:
                        del output[left]
                    left = None
            if joins and left is not None and pieces:
                output[left] = output[left].copy(True)
            output += pieces
            real = next((index for index in range(len(output) - 1, len(output) - len(pieces) - 1, -1) if _is_real(output[index])), None)
            left = real if real is not None else left if joins else None
            if self._paddings and not item.piece.joined and (item.parameter is not None or item.optional is not None):
                output.append(padding(None))
            previous = item
        return output

    def _replacement(self, item: Item, joins: bool) -> list[Piece]:
        """What takes the place of a parameter or of ``__VA_OPT__``."""
        if item.optional is not None:
            variable = self._arguments[-1].expanded(self._expand)
            pieces = self._put(item.optional) if any(map(_is_real, variable)) else []
            return [stringified(joined_up(pieces), False, self._place)] if item.quoted else _stripped(pieces)
        assert item.parameter is not None
        argument = self._arguments[item.parameter]
        if item.quoted:
            return [stringified(argument.written, False, self._place)]
        pieces = [piece.copy(False) for piece in (argument.written if joins or item.piece.joined else argument.expanded(self._expand))]
        for piece in pieces:
            piece.invoked = self._place
        return pieces

    def _takes_comma(self, item: Item, left: Piece) -> bool:
        variadic = self._macro.variadic and item.parameter == len(self._arguments) - 1 and not item.quoted and not item.piece.joined
        return variadic and left.is_punctuator(",")


def _is_real(piece: Piece) -> bool:
    return piece.kind is not Kind.PADDING


def _stripped(pieces: list[Piece]) -> list[Piece]:
    """Without paddings at its ends, so that what it is joined to is a piece."""
    real = [index for index, piece in enumerate(pieces) if _is_real(piece)]
    return pieces[real[0] : real[-1] + 1] if real else []
