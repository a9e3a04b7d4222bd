"""The bytes of initialised objects of static storage duration: those that the program begins with, against those that the compiler emits.

Ours are the state in which the lowered program calls its first function, by the interpreter; the compiler's are in the sections of its
object file.  Where the linker fills in an address, ours has to be the address of the same object, so many bytes on.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice, product

from verilab.data_classes import dataclass
from verilab.evidence.front_end.object_files import Address, Image, ObjectFile, Symbol
from verilab.evidence.interpretation.evaluation import State
from verilab.evidence.interpretation.interpreter import Interpreter
from verilab.program.cfa import Call, Edge, Program
from verilab.program.declared import DeclaredObject
from verilab.program.memory.objects.objects import Cell
from verilab.program.types import IntType

MOST_STEPS = 200_000
_STATIC = re.compile(r"(.+)\.\d+")  # gcc's names of static objects of functions


@dataclass(frozen=True, slots=True)
class Part:
    """A scalar that the program begins with: ``value`` is of ``type``, in the bits from ``bit`` of byte ``offset`` on."""

    name: str
    type: IntType
    offset: int
    bit: int
    value: int


@dataclass(frozen=True, slots=True)
class Expected:
    """An object and what we expect of it; parts without a known value are left out."""

    declared: DeclaredObject
    parts: tuple[Part, ...]


def expected_objects(program: Program) -> list[Expected]:
    """The objects that are defined in the program's file, in order; of what several functions call alike, none."""
    declared = program.declared.objects if program.declared is not None else ()
    if not declared:
        return []
    names = Counter(variable.name for variable in declared if variable.local)
    state, kept = _initial_state(program), {id(storage) for storage in program.storages}  # others nobody reads
    return [
        Expected(variable, tuple(part for cell in variable.cells if id(cell.storage) in kept for part in _parts(cell, state)))
        for variable in declared
        if not variable.local or names[variable.name] == 1
    ]


def _initial_state(program: Program) -> State:
    """The program's state when it calls its first function."""

    def zero(edge: Edge, type: IntType) -> int:
        return 0

    interpreter = Interpreter(program)
    state = interpreter.initial_state()
    for edge, reached in islice(interpreter.walk(zero), MOST_STEPS):
        state = reached
        if isinstance(edge.operation, Call):
            break
    return state


def _parts(cell: Cell, state: State) -> Iterator[Part]:
    for number, offset in enumerate(_offsets(cell)):
        value = state[cell.storage.slot + number]
        if isinstance(value, int):
            yield Part(cell.storage.name, cell.storage.type, offset, cell.bit, value)


def _offsets(cell: Cell) -> Iterator[int]:
    """The byte of each element."""
    places = product(*(range(dimension.count) for dimension in cell.dimensions))
    return (cell.offset + sum(i * d.stride for i, d in zip(place, cell.dimensions, strict=True)) for place in places)


def image_difference(program: Program, expected: Iterable[Expected], compiled: ObjectFile) -> str | None:
    """Where an object's first bytes differ, ``file:line: ...``; None where none does."""
    symbols = _symbols(compiled)
    for expectation in expected:
        declared = expectation.declared
        symbol = symbols.get((declared.name, declared.local))
        image = None if symbol is None else compiled.image(symbol)
        if symbol is None or image is None:
            continue
        if declared.size is not None and declared.size != symbol.size:
            return f"{declared.position}: '{declared.name}' has {declared.size} bytes for us, {symbol.size} for the compiler"
        difference = next(filter(None, (_difference(program, part, image) for part in expectation.parts)), None)
        if difference is not None:
            return f"{declared.position}: {difference}"
    return None


def _symbols(compiled: ObjectFile) -> dict[tuple[str, bool], Symbol]:
    """Objects by their C names, and whether a function owns them; what several functions call alike is left out."""
    named: dict[tuple[str, bool], Symbol] = {}
    several: set[tuple[str, bool]] = set()
    for symbol in compiled.symbols:
        if symbol.is_object:
            owned = _STATIC.fullmatch(symbol.name)
            key = (owned[1], True) if owned else (symbol.name, False)
            if key in named:
                several.add(key)
            named[key] = symbol
    return {key: symbol for key, symbol in named.items() if key not in several}


def _difference(program: Program, part: Part, image: Image) -> str | None:
    end = part.offset + (part.bit + part.type.width + 7) // 8
    if end > len(image.content):
        return None
    address = image.addresses.get(part.offset)
    if address is not None:
        if _is_address(program, part.value, address):
            return None
        return f"'{part.name}' holds {part.value} at byte {part.offset} for us, and the address of {address} for the compiler"
    theirs = int.from_bytes(image.content[part.offset : end], "little") >> part.bit
    if (theirs ^ part.value) & ((1 << part.type.width) - 1) == 0:
        return None
    return f"'{part.name}' holds {part.value} at byte {part.offset} for us, {part.type.wrap(theirs)} for the compiler"


def _is_address(program: Program, value: int, address: Address) -> bool:
    """Whether our address is that of the compiler's symbol; of any object where the symbol is not one that we know by that name."""
    base = program.addresses.get(address.name) if address.name is not None else None
    if base is None:
        return value >= min(program.addresses.values(), default=1)
    return (value - base - address.addend) & ((1 << program.data_model.pointer_width) - 1) == 0
