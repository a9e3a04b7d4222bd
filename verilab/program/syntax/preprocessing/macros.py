"""Macros, and the ``#define`` that makes them (C11 6.10.3)."""

from __future__ import annotations

from dataclasses import field

from verilab.data_classes import dataclass
from verilab.program.syntax.lexing.lexer import identifier
from verilab.program.syntax.preprocessing.pieces import Kind, Piece

VARIABLE_ARGUMENTS, OPTIONAL = "__VA_ARGS__", "__VA_OPT__"


class MacroError(ValueError):
    """A definition or a use of a macro that C does not allow; the message says why."""


@dataclass(slots=True)
class Item:
    """Something in the body of a macro.

    ``piece``: as written; its ``joined`` says that ``##`` follows.  ``parameter``: the index of the parameter that it names.
    ``optional``: what stands in the parentheses of ``__VA_OPT__``.  ``quoted``: ``#`` stands in front of it.
    """

    piece: Piece
    parameter: int | None = None
    optional: list[Item] | None = None
    quoted: bool = False


@dataclass(slots=True, eq=False)
class Macro:
    """``parameters`` is None for a macro without parameter list; ``variadic``: the last parameter takes all arguments that are left."""

    name: str
    parameters: tuple[str, ...] | None
    variadic: bool
    items: list[Item] = field(default_factory=list)
    enabled: bool = True  # False while its own expansion is read

    @property
    def plain(self) -> list[Piece]:
        """The body of a macro that has no parameters."""
        return [item.piece for item in self.items]


def definition(line: list[Piece]) -> Macro:
    """The macro that the pieces behind ``#define`` define; MacroError where they define none."""
    if not line or line[0].kind is not Kind.WORD:
        raise MacroError("the name of the macro is missing" if not line else f"'{line[0].text[:40]}' is no name of a macro")
    name = identifier(line[0].text)
    if name in ("defined", OPTIONAL, "__has_include", "__has_include_next"):
        raise MacroError(f"'{name}' cannot be a macro")
    if len(line) > 1 and line[1].is_punctuator("(") and not line[1].spaced:
        parameters, variadic, start = _parameters(line)
    else:
        parameters, variadic, start = None, False, 1
    return Macro(name, parameters, variadic, _items(line[start:], parameters, variadic))


def _parameters(line: list[Piece]) -> tuple[tuple[str, ...], bool, int]:
    """The parameters, whether the last one is variadic, and the index behind the parenthesis that closes them."""
    names: list[str] = []
    index = 2
    if index < len(line) and line[index].is_punctuator(")"):
        return (), False, index + 1
    while index < len(line):
        piece = line[index]
        variadic = piece.is_punctuator("...")
        if variadic:
            names.append(VARIABLE_ARGUMENTS)
        elif piece.kind is Kind.WORD:
            names.append(identifier(piece.text))
            if index + 1 < len(line) and line[index + 1].is_punctuator("..."):  # GNU: the variable arguments have a name
                variadic, index = True, index + 1
        else:
            raise MacroError(f"'{piece.text[:40]}' cannot be a parameter of a macro")
        if names[-1] in names[:-1]:
            raise MacroError(f"the parameter '{names[-1][:40]}' of the macro has a twin")
        index += 1
        if index < len(line) and line[index].is_punctuator(")"):
            return tuple(names), variadic, index + 1
        if variadic or index >= len(line) or not line[index].is_punctuator(","):
            break
        index += 1
    raise MacroError("')' is missing in the list of parameters")


def _items(body: list[Piece], parameters: tuple[str, ...] | None, variadic: bool) -> list[Item]:
    """The body; in one without parameter list ``#`` is an ordinary piece."""
    if body and (_is_paste(body[0]) or _is_paste(body[-1])):
        raise MacroError("'##' cannot stand at an end of a macro's expansion")
    places = {name: index for index, name in enumerate(parameters or ())}
    items: list[Item] = []
    index = 0
    while index < len(body):
        piece = body[index]
        spaced = piece.spaced and bool(items)
        if _is_paste(piece):
            if items:
                items[-1].piece.joined = True
            index += 1
            continue
        quoted = parameters is not None and piece.kind is Kind.PUNCTUATOR and piece.text in ("#", "%:")
        if quoted:
            index += 1
            piece = body[index] if index < len(body) else piece
            spaced = spaced or (piece.spaced and bool(items))
        item = Item(piece.copy(False), None, None, quoted)
        item.piece.spaced = spaced
        if piece.kind is Kind.WORD:
            item.parameter = places.get(identifier(piece.text))
            if variadic and piece.text == OPTIONAL:
                closing = _closing(body, index + 1)
                item.optional = _items(body[index + 2 : closing], parameters, variadic)
                index = closing
        if quoted and item.parameter is None and item.optional is None:
            raise MacroError("'#' is not followed by a parameter of the macro")
        items.append(item)
        index += 1
    return items


def _is_paste(piece: Piece) -> bool:
    return piece.kind is Kind.PUNCTUATOR and piece.text in ("##", "%:%:")


def _closing(body: list[Piece], opening: int) -> int:
    """The index of the parenthesis that closes the one behind ``__VA_OPT__``."""
    depth = 0
    for index in range(opening, len(body)):
        depth += body[index].is_punctuator("(") - body[index].is_punctuator(")")
        if depth == 0:
            if index == opening:
                break
            return index
    raise MacroError("__VA_OPT__ is not followed by parentheses")
