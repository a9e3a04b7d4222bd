"""What a C identifier can stand for, and the nested scopes that say which it is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from typing import Any

from verilab.data_classes import dataclass
from verilab.program.c_types.types import CType, FunctionType, IntegerType
from verilab.program.expressions import Expression
from verilab.program.lowering.storage.objects import StoredObject


@dataclass(slots=True, eq=False)
class ObjectSymbol:
    """A variable; ``stored`` is made when it is first used.  ``name`` is unique in the program.

    ``declaration`` carries the initialiser (None: none, or external); ``defined`` is False where it is only declared ``extern``.
    """

    name: str
    type: CType
    declaration: Any
    defined: bool
    volatile: bool = False
    stored: StoredObject | None = None
    scopes: Scopes | None = None  # where a static variable's initialiser is to be understood
    captured: bool = False  # seen from a nested function
    extended: CType | None = None  # the type of its storage, where an initialiser makes the object longer than its type
    value: int | None = None  # of an integer that C23's ``constexpr`` declares
    allocated: tuple[Expression, Expression] | None = None  # of an array of variable length: its address, and its size in bytes
    alignment: int = 1  # of a variable of the file, or a static one


@dataclass(slots=True, eq=False)
class FunctionSymbol:
    """A function; ``definition`` is its FuncDef node where the file defines it; ``home`` the file scope of a library function.

    ``prototyped`` and ``defined`` number the first declaration with a list of parameters and the definition among all of the file.
    """

    name: str
    type: FunctionType
    definition: Any = None
    home: Scope | None = None
    prototyped: int = 0
    defined: int = 0


@dataclass(frozen=True, slots=True)
class EnumeratorSymbol:
    value: int
    type: IntegerType


@dataclass(frozen=True, slots=True)
class TypedefSymbol:
    """A typedef name; ``alignment`` where it has an attribute that says so; ``qualifiers`` are those of what it names."""

    type: CType
    alignment: int | None = None
    qualifiers: frozenset[str] = frozenset()


Symbol = ObjectSymbol | FunctionSymbol | EnumeratorSymbol | TypedefSymbol


@dataclass(slots=True)
class Scope:
    """One block: ordinary identifiers, and the tags of structures, unions and enumerations in their own name space."""

    names: dict[str, Symbol] = field(default_factory=dict)
    tags: dict[str, CType] = field(default_factory=dict)

    @property
    def is_empty(self) -> bool:
        return not self.names and not self.tags


class Scopes:
    """The open scopes, innermost last; the first is the file's."""

    def __init__(self, file_scope: Scope) -> None:
        self._stack = [file_scope]

    def snapshot(self) -> Scopes:
        """The scopes open now, whatever is entered or left later."""
        copy = Scopes(self._stack[0])
        copy._stack = list(self._stack)
        return copy

    def all(self) -> tuple[Scope, ...]:
        """Outermost first."""
        return tuple(self._stack)

    @property
    def innermost(self) -> Scope:
        return self._stack[-1]

    @property
    def outermost(self) -> Scope:
        """The file's, or that of the file of the library that a function is in."""
        return self._stack[0]

    @property
    def at_file_level(self) -> bool:
        return len(self._stack) == 1

    def enter(self) -> None:
        self._stack.append(Scope())

    def leave(self) -> None:
        self._stack.pop()

    def find(self, name: str) -> Symbol | None:
        for scope in reversed(self._stack):
            symbol = scope.names.get(name)
            if symbol is not None:
                return symbol
        return None

    def find_type(self, name: str) -> TypedefSymbol | None:
        """What a name in the place of a type means: in ``T T = 1, *p = &T`` it is the type for all, whatever they declare."""
        for scope in reversed(self._stack):
            symbol = scope.names.get(name)
            if isinstance(symbol, TypedefSymbol):
                return symbol
        return None

    def find_tag(self, name: str) -> CType | None:
        for scope in reversed(self._stack):
            tagged = scope.tags.get(name)
            if tagged is not None:
                return tagged
        return None

    def visible_names(self) -> Iterator[str]:
        for scope in self._stack:
            yield from scope.names
