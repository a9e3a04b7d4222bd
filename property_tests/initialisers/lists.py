"""Random initialisers of a type: braces and their elision, designators, ranges, strings, wholes and parts again and again."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from property_tests.initialisers.types import CHARACTERS, Array, Member, Record, Scalar, Type, declared, scalars


@dataclass
class ListMaker:
    """Makes initialisers; ``static`` ones are constant.

    ``helpers`` are functions that return structures, ``values`` variables that hold them; names end in ``@``, the unit's number.
    """

    rng: random.Random
    static: bool
    helpers: dict[str, str] = field(default_factory=dict)
    values: dict[str, str] = field(default_factory=dict)

    def make(self, type: Type, depth: int = 4) -> str:
        """An initialiser for the whole of an object or part of that type."""
        match type:
            case Scalar():
                value = self.scalar()
                return f"{{ {value} }}" if self.rng.random() < 0.05 else value
            case Array(element=Scalar(name=name)) if name in CHARACTERS and self.rng.random() < 0.4:
                return self._string(type)
            case Record() if type.tag and depth < 4 and self.rng.random() < 0.25:
                return self._record(type, depth)
        return self.braces(type, depth)

    def scalar(self) -> str:
        rng = self.rng
        number = str(rng.randrange(-3, 60))
        if self.static or rng.random() < 0.5:
            return number
        return rng.choice((f"eff@({number})", f"(v@ += {number})", "v@++", "v@", f"(v@ + {number})", "w@[1]", number))

    def _string(self, type: Array) -> str:
        text = "".join(self.rng.choice("abcxyz") for _ in range(self.rng.randrange(type.length + 1)))
        return self.rng.choice((f'"{text}"', f'{{ "{text}" }}'))

    def _record(self, type: Record, depth: int) -> str:
        """A value of a structure or union: a compound literal, a variable's, a function's."""
        roll = self.rng.random()
        if self.static or roll < 0.4:
            return f"({type.kind} {type.tag}) {self.braces(type, depth - 1)}"
        name = f"{'give' if roll < 0.7 else 'held'}_{type.tag}"
        plain = ListMaker(self.rng, True)
        if roll < 0.7:
            body = f"{declared(type, 'made')} = {plain.braces(type, 2)}; v@ += n; return made;"
            self.helpers.setdefault(name, f"static {declared(type, f'{name}(int n)')} {{ {body} }}")
            return f"{name}({self.rng.randrange(5)})"
        self.values.setdefault(name, f"{declared(type, name)} = {plain.braces(type, 2)};")
        return name

    def braces(self, type: Type, depth: int) -> str:
        rng = self.rng
        items: list[str] = []
        count = _count(type)
        position: int | None = 0  # None where a designator has led deeper: only scalars follow, wherever they belong
        for _ in range(rng.choice((0, 1, 1, 2, 2, 3, 4, 5, 6))):
            if rng.random() < (0.5 if depth > 1 else 0.25):
                text, position = self._designated(type, depth)
                items.append(text)
            elif position is None:
                items.append(self.scalar())
            elif position < count:
                part = _part(type, position)
                if not isinstance(part, Scalar) and rng.random() < 0.3:
                    items += [self.scalar() for _ in range(scalars(part))]
                else:
                    items.append(self.make(part, depth - 1))
                position += 1
            else:
                break
        return f"{{ {', '.join(items)}{rng.choice((',', '')) if items else ''} }}"

    def _designated(self, type: Type, depth: int) -> tuple[str, int | None]:
        path, position = "", 0
        current = type
        steps = 0
        while not isinstance(current, Scalar) and (steps == 0 or self.rng.random() < 0.45):
            step, position, current = self._step(current)
            path, steps = path + step, steps + 1
        last = position + 1
        if not isinstance(current, Scalar) and self.rng.random() < 0.15:
            return f"{path} = {self.scalar()}", None
        exact = steps == 1 and (isinstance(type, Array) or any(f".{member.name}" == path for member in _members(type)))
        return f"{path} = {self.make(current, depth - 1)}", last if exact else None

    def _step(self, type: Type) -> tuple[str, int, Type]:
        rng = self.rng
        if isinstance(type, Array):
            low = rng.randrange(type.length)
            if rng.random() < 0.3:
                high = rng.randrange(low, type.length)
                return f"[{low} ... {high}]", high, type.element
            return f"[{low}]", low, type.element
        assert isinstance(type, Record)
        position = rng.randrange(len(type.members))
        member = type.members[position]
        while member.name is None:
            assert isinstance(member.type, Record)
            member = rng.choice(member.type.members)
        return f".{member.name}", position, member.type


def _members(type: Type) -> tuple[Member, ...]:
    return type.members if isinstance(type, Record) else ()


def _count(type: Type) -> int:
    """How many parts are initialised in order."""
    if isinstance(type, Array):
        return type.length
    return min(len(_members(type)), 1) if isinstance(type, Record) and type.kind == "union" else max(len(_members(type)), 1)


def _part(type: Type, position: int) -> Type:
    return type.element if isinstance(type, Array) else _members(type)[position].type
