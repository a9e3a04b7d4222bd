"""The program's symbols: one uninstantiated pySMT symbol per scalar and per array element, in one encoding.

Regions, predicates and invariants are formulas over these symbols.  Names are ``f::x`` and ``f::a[3]`` for integers and carry the
width, ``f::x:32``, for bit vectors, so that both encodings can live in one environment.
"""

from __future__ import annotations

from collections.abc import Iterator

from pysmt.fnode import FNode

from verilab.formulas.encodings.encoding import Encoding
from verilab.program.cfa import Program
from verilab.program.elements import Element
from verilab.program.storages import Array, Variable
from verilab.program.types import IntType

ARRAY_LIMIT = 64


class Vocabulary:
    """Symbols of a program's elements; slots (``Variable.slot``, ``Array.slot + i``) number them.

    Arrays longer than ``array_limit`` have no symbols: their reads are arbitrary and their stores are lost.
    """

    def __init__(self, program: Program, encoding: Encoding, array_limit: int = ARRAY_LIMIT) -> None:
        self.program = program
        self.encoding = encoding
        self.terms = encoding.terms
        self.array_limit = array_limit
        self.elements: list[Element | None] = [None] * program.slot_count
        self._symbols: list[FNode | None] = [None] * program.slot_count
        self._slots: dict[FNode, int] = {}
        self._by_name: dict[str, int] | None = None
        for storage in program.storages:
            if isinstance(storage, Variable):
                self.elements[storage.slot] = (storage, 0)
            elif storage.length <= array_limit:
                for index in range(storage.length):
                    self.elements[storage.slot + index] = (storage, index)

    def models(self, storage: Variable | Array) -> bool:
        """Whether the storage has symbols (False for a large array)."""
        return isinstance(storage, Variable) or storage.length <= self.array_limit

    def elements_of(self, storage: Variable | Array) -> Iterator[Element]:
        """The elements that have symbols, in order."""
        if isinstance(storage, Variable):
            yield storage, 0
        elif storage.length <= self.array_limit:
            for index in range(storage.length):
                yield storage, index

    def symbol(self, element: Element) -> FNode:
        """The symbol of a scalar or array element; ValueError for an element of a large array."""
        storage, index = element
        if not self.models(storage):
            raise ValueError(f"{storage} has more than {self.array_limit} elements and no symbols; raise array_limit to model it")
        return self.slot_symbol(storage.slot + index)

    def slot_symbol(self, slot: int) -> FNode:
        symbol = self._symbols[slot]
        if symbol is None:
            element = self.elements[slot]
            assert element is not None
            type = element[0].type
            symbol = self.terms.symbol(self.encoding.symbol_name(self.name(element), type), self.encoding.sort(type))
            self._symbols[slot] = symbol
            self._slots[symbol] = slot
        return symbol

    def name(self, element: Element) -> str:
        """``f::x`` or ``f::a[3]``, whatever the encoding."""
        storage, index = element
        return storage.name if isinstance(storage, Variable) else f"{storage.name}[{index}]"

    def slot(self, symbol: FNode) -> int | None:
        """The slot of an uninstantiated symbol of this program; None for any other symbol."""
        slot = self._slots.get(symbol)
        if slot is None:
            # Another vocabulary of the same environment may have made the symbol.
            named = self._slots_by_name().get(symbol.symbol_name())
            if named is not None and self.slot_symbol(named) is symbol:
                return named
        return slot

    def _slots_by_name(self) -> dict[str, int]:
        if self._by_name is None:
            symbol_name = self.encoding.symbol_name
            self._by_name = {
                symbol_name(self.name(element), element[0].type): slot for slot, element in enumerate(self.elements) if element is not None
            }
        return self._by_name

    def element(self, symbol: FNode) -> Element | None:
        """The element an uninstantiated symbol stands for; None for any other symbol."""
        slot = self.slot(symbol)
        return None if slot is None else self.elements[slot]

    def type(self, symbol: FNode) -> IntType | None:
        """The machine type of an uninstantiated symbol."""
        element = self.element(symbol)
        return None if element is None else element[0].type

    def range_constraint(self, symbol: FNode, type: IntType) -> FNode:
        """``min <= symbol <= max``; true for bit vectors."""
        return self.terms.conjunction(self.encoding.range_constraints(symbol, type))
