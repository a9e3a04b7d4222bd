"""The places of one pointer program, and C expressions for them, knowing at every point what each pointer points to."""

from __future__ import annotations

import random
from dataclasses import dataclass

from property_tests.memory_programs.prelude import (
    CHAR,
    GLOBALS,
    INNER,
    INT,
    OUTER,
    SHORT,
    UNION,
    ArrayOf,
    Pointer,
    Scalar,
    Struct,
    Type,
)

LOCALS: dict[str, Type] = {"li": INT, "ls": SHORT, "larr": ArrayOf(INT, 4), "lin": INNER, "lo": OUTER, "lbuf": ArrayOf(CHAR, 6)}
POINTERS: dict[str, Type] = {
    "pi": Pointer(INT),
    "pj": Pointer(INT),
    "pc": Pointer(CHAR),
    "ps": Pointer(SHORT),
    "pin": Pointer(INNER),
    "pout": Pointer(OUTER),
    "pu": Pointer(UNION),
    "ppi": Pointer(Pointer(INT)),
    "tab[0]": Pointer(INT),
    "tab[1]": Pointer(INT),
}
INDICES = ("i0", "i1", "i2")


@dataclass(frozen=True)
class Place:
    """A concrete place: its canonical C path, its type, and the array around it (path, index, length) if any."""

    path: str
    type: Type
    around: tuple[str, int, int] | None = None


class Places:
    """``random`` decides everything; ``points`` says where each pointer points to, ``indices`` what each index variable holds."""

    def __init__(self, source: random.Random) -> None:
        self.random = source
        self.points: dict[str, Place] = {}
        self.indices = dict.fromkeys(INDICES, 0)
        self.roots = {**GLOBALS, **LOCALS}

    def choose(self, options: list[str]) -> str:
        return self.random.choice(options)

    def value(self) -> int:
        return self.random.choice([0, 1, -1, 7, 100, -100, 255, 4000, self.random.randrange(-30000, 30000)])

    def place_of(self, wanted: Type, roots: dict[str, Type] | None = None) -> tuple[Place, str]:
        """A random place of a type and a C expression for it, which may use index variables and pointers."""
        for _ in range(200):
            name = self.choose(list(roots or self.roots))
            place, text = Place(name, (roots or self.roots)[name]), name
            if self.points and self.random.random() < 0.4 and roots is None:
                pointer = self.choose(list(self.points))
                place, text = self.points[pointer], f"(*{self.pointer_text(pointer)})"
            while place.type != wanted or (self.random.random() < 0.2 and isinstance(place.type, Struct)):
                step = self.inside(place, text)
                if step is None:
                    break
                place, text = step
            if place.type == wanted and self.addressable(place):
                return place, text
        place = {INT: Place("gi", INT), SHORT: Place("gs", SHORT), INNER: Place("gin", INNER), OUTER: Place("go", OUTER)}.get(
            wanted, Place("gu", UNION)
        )
        if wanted == CHAR:
            return Place("gbuf[2]", CHAR, ("gbuf", 2, 9)), "gbuf[2]"
        return place, place.path

    def addressable(self, place: Place) -> bool:
        return not (isinstance(place.type, Scalar) and place.type.bits)

    def pointer_text(self, path: str) -> str:
        """The pointer's own lvalue; sometimes through another pointer to it."""
        if path in ("pi", "pj") and self.points.get("ppi", Place("", INT)).path == path and self.random.random() < 0.5:
            return "*ppi"
        if path.startswith("tab[") and self.random.random() < 0.5:
            return f"tab[{self.index(int(path[4]), 2)}]"
        return path

    def inside(self, place: Place, text: str) -> tuple[Place, str] | None:
        match place.type:
            case ArrayOf(element=element, length=length):
                i = self.random.randrange(length)
                return Place(f"{place.path}[{i}]", element, (place.path, i, length)), f"{text}[{self.index(i, length)}]"
            case Struct(members=members):
                usable = [(name, type) for name, type in members if not isinstance(type, Pointer)]
                name, type = self.random.choice(usable)
                return Place(f"{place.path}.{name}", type), f"{text}.{name}"
        return None

    def index(self, value: int, length: int) -> str:
        """An expression with this value: a constant, or an index variable plus a constant."""
        if self.random.random() < 0.4:
            return str(value)
        name = self.choose(list(INDICES))
        difference = value - self.indices[name]
        return name if difference == 0 else f"{name} + {difference}" if difference > 0 else f"{name} - {-difference}"
