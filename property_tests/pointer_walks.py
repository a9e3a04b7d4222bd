"""Random programs that walk over objects by pointers: steps, one past the end and back, casts, tables of pointers, addresses in integers.

The generator knows where every pointer is and what every byte holds, so each program comes with claims about the members at its end
that hold in any executable (accesses may be unaligned; no object is left by more than its end).
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field

PRELUDE = """
void *calloc(SIZE, SIZE); void *memmove(void *, const void *, SIZE);
struct S { int a; short b[3]; char c; int d[2]; };
struct N { struct S in; int k; struct S *link; };
union U { int w[3]; struct { short lo, hi; int rest[2]; } f; char raw[12]; };
struct S s, t[3]; struct N n; union U u; int x, arr[5], one = 1, zero, i, seen; short h[4]; long z;
int *pi, *pj, *tab[2], *m; short *ps; char *pc; struct S *pS, *lS; unsigned long ua;
void put(int **p, int v) { **p = v; (*p)++; }
void fill(char *c, int count, int v) { while (count--) *c++ = v; }
void back(short **p) { --*p; }
"""
SIZES = {"s": 20, "t": 60, "n": 32, "u": 12, "x": 4, "arr": 20, "h": 8, "z": 8, "m": 24}
CLOSED = {"n": range(24, 32)}  # the bytes of n.link, written as a pointer only
WIDTHS = {"pi": 4, "pj": 4, "ps": 2, "pc": 1, "pS": 20}
TYPES = {"pi": "int *", "pj": "int *", "ps": "short *", "pc": "char *", "pS": "struct S *"}
HOMES = {
    4: [("arr", "arr", 0), ("&arr[3]", "arr", 12), ("arr + 5", "arr", 20), ("&x", "x", 0), ("&x + 1", "x", 4), ("&s.a", "s", 0),
        ("s.d", "s", 12), ("&s.d[2]", "s", 20), ("&t[1].d[1]", "t", 36), ("&t[zero].a", "t", 0), ("u.w", "u", 0),
        ("&u.f.rest[1]", "u", 8), ("&n.k", "n", 20)],
    2: [("h", "h", 0), ("&h[4]", "h", 8), ("s.b", "s", 4), ("&s.b[2]", "s", 8), ("t[2].b", "t", 44), ("&u.f.hi", "u", 2),
        ("n.in.b", "n", 4)],
    1: [("&s.c", "s", 10), ("u.raw", "u", 0), ("&u.raw[11]", "u", 11), ("(char *)&z", "z", 0), ("(char *)(&z + 1)", "z", 8),
        ("(char *)t", "t", 0), ("(char *)&s", "s", 0), ("(char *)(t + 3)", "t", 60), ("(char *)&n.k", "n", 20),
        ("(char *)&t[one].b[1]", "t", 26)],
    20: [("&s", "s", 0), ("t", "t", 0), ("&t[2]", "t", 40), ("t + 3", "t", 60), ("&s + 1", "s", 20), ("&n.in", "n", 0),
         ("&t[one]", "t", 20)],
}  # fmt: skip
MEMBERS = {0: ("a", 4), 4: ("b[0]", 2), 6: ("b[1]", 2), 8: ("b[2]", 2), 10: ("c", 1), 12: ("d[0]", 4), 16: ("d[1]", 4)}
_RECORDS = [("s", "s", 0), *((f"t[{k}]", "t", 20 * k) for k in range(3)), ("n.in", "n", 0)]
LEAVES = [
    *((f"{path}.{name}", object, start + offset, size) for path, object, start in _RECORDS for offset, (name, size) in MEMBERS.items()),
    *((f"arr[{k}]", "arr", 4 * k, 4) for k in range(5)),
    *((f"h[{k}]", "h", 2 * k, 2) for k in range(4)),
    *((f"u.w[{k}]", "u", 4 * k, 4) for k in range(3)),
    ("u.f.hi", "u", 2, 2), ("u.raw[9]", "u", 9, 1), ("n.k", "n", 20, 4), ("x", "x", 0, 4), ("z", "z", 0, 8),
]  # fmt: skip


@dataclass
class Walk:
    """One program while it is made: where the pointers are (object and offset), and the bytes of the objects."""

    random: random.Random
    lines: list[str] = field(default_factory=list)
    blocks: bool = False
    places: dict[str, tuple[str, int]] = field(default_factory=dict)
    bytes: dict[str, bytearray] = field(default_factory=lambda: {name: bytearray(size) for name, size in SIZES.items()})

    def program(self, length: int) -> str:
        """The whole program with ``length`` statements."""
        for pointer in ("pi", "ps", "pc", "pS", "pj"):
            self._settle(pointer)
        statements: list[Callable[[], None]] = [self._settle, *[self._step] * 2, self._loop, *[self._write] * 3]
        statements += [self._share, self._branch, self._call]
        if self.blocks:
            statements += [self._copy, self._copy, self._set, self._assign, self._heap]
            self.lines.append("m = calloc(6, sizeof(int));")
        while len(self.lines) < length:
            self.random.choice(statements)()
        leaves = [*LEAVES, *((f"m[{k}]", "m", 4 * k, 4) for k in range(6))] if self.blocks else LEAVES
        claims = [f"CHECK({self._claim(*leaf)});" for leaf in self.random.sample(leaves, 12)]
        return PRELUDE + "int main(void) {\n" + "\n".join(self.lines + claims) + "\nreturn 0; }\n"

    def _claim(self, path: str, object: str, offset: int, size: int) -> str:
        return f"{path} == {int.from_bytes(self.bytes[object][offset : offset + size], 'little', signed=True)}"

    def _pointer(self) -> str:
        return self.random.choice(list(WIDTHS))

    def _settle(self, pointer: str | None = None) -> None:
        pointer = pointer or self._pointer()
        home, object, offset = self.random.choice(HOMES[WIDTHS[pointer]])
        self.lines.append(f"{pointer} = {home};")
        self.places[pointer] = (object, offset)

    def _reach(self, pointer: str) -> range:
        """The numbers of steps that keep the pointer inside its object or at its end."""
        (object, offset), width = self.places[pointer], WIDTHS[pointer]
        return range(-(offset // width), (SIZES[object] - offset) // width + 1)

    def _moved(self, pointer: str, steps: int) -> None:
        object, offset = self.places[pointer]
        self.places[pointer] = (object, offset + steps * WIDTHS[pointer])

    def _step(self) -> None:
        pointer = self._pointer()
        steps = self.random.choice(self._reach(pointer))
        forms = [
            f"{pointer} += {steps};",
            f"{pointer} = {pointer} - ({-steps});",
            f"{pointer} = &{pointer}[{steps}];",
            f"{pointer} = one * {steps} + {pointer};",
        ]
        if steps in (1, -1):
            forms += [f"{pointer}{'++' if steps > 0 else '--'};"] * 4
        width = WIDTHS[pointer]
        forms.append(f"{pointer} = ({TYPES[pointer]})((char *){pointer} + {steps * width});")
        forms.append(f"ua = (unsigned long){pointer}; {pointer} = ({TYPES[pointer]})(ua + {steps * width});")
        self.lines.append(self.random.choice(forms))
        self._moved(pointer, steps)

    def _loop(self) -> None:
        pointer = self._pointer()
        steps = self.random.choice(self._reach(pointer))
        sign = "++" if steps > 0 else "--"
        forms = [f"for (i = 0; i < {abs(steps)}; i++) {pointer}{sign};", f"i = {abs(steps)}; while (i--) {sign}{pointer};"]
        if steps > 0:
            forms.append(f"{{ {TYPES[pointer]}end = {pointer} + {steps}; while ({pointer} != end) {pointer}++; }}")
        self.lines.append(self.random.choice(forms))
        self._moved(pointer, steps)

    def _room(self, pointer: str, size: int, shift: int = 0) -> bool:
        object, offset = self.places[pointer]
        start = offset + shift
        touched = range(start, start + size)
        return start >= 0 and start + size <= SIZES[object] and not (set(touched) & set(CLOSED.get(object, ())))

    def _put(self, pointer: str, value: int, size: int, shift: int = 0) -> None:
        object, offset = self.places[pointer]
        self.bytes[object][offset + shift : offset + shift + size] = (value % (1 << 8 * size)).to_bytes(size, "little")

    def _write(self) -> None:
        pointer, value = self._pointer(), self.random.choice((-1, 0, 1, 7, 100, 0x1234, 0x7FFFFFFF, -2))
        if pointer == "pS":
            offset, (name, size) = self.random.choice(list(MEMBERS.items()))
            if self._room(pointer, 20):
                self.lines.append(f"pS->{name} = {value};")
                self._put(pointer, value, size, offset)
            return
        width = WIDTHS[pointer]
        index = self.random.choice((0, 0, 0, 1, -1, 2))
        if not self._room(pointer, width, index * width):
            return
        advance = index == 0 and self.random.random() < 0.3
        read = self.random.random() < 0.3
        self.lines.append(
            f"*{pointer}++ = {value};" if advance else f"{pointer}[{index}] = {value};" if index else f"*{pointer} = {value};"
        )
        self._put(pointer, value, width, index * width)
        if advance:
            self._moved(pointer, 1)
        elif read:
            self.lines.append(f"seen += {pointer}[{index}];")

    def _share(self) -> None:
        target, source = self._pointer(), self._pointer()
        cast = f"{target} = ({TYPES[target]})"
        forms = [f"{cast}{source};", f"tab[one] = (int *){source}; {cast}tab[zero + 1];", f"n.link = (struct S *){source}; {cast}n.link;"]
        forms.append(f"ua = (unsigned long){source}; {cast}ua;")
        self.lines.append(self.random.choice(forms))
        self.places[target] = self.places[source]

    def _branch(self) -> None:
        pointer = self._pointer()
        taken = self.random.choice(self._reach(pointer))
        home = self.random.choice(HOMES[WIDTHS[pointer]])[0]
        forms = [f"if (one) {pointer} += {taken}; else {pointer} = {home};", f"{pointer} = zero ? {home} : {pointer} + {taken};"]
        self.lines.append(self.random.choice(forms))
        self._moved(pointer, taken)

    def _call(self) -> None:
        pointer = self.random.choice(("pi", "pj", "pc", "ps"))
        count = self.random.randint(1, 5)
        if pointer in ("pi", "pj") and self._room(pointer, 4):
            self.lines.append(f"put(&{pointer}, {count});")
            self._put(pointer, count, 4)
            self._moved(pointer, 1)
        elif pointer == "pc" and self._room(pointer, count):
            self.lines.append(f"fill(pc, {count}, {count});")
            for k in range(count):
                self._put(pointer, count, 1, k)
        elif pointer == "ps" and -1 in self._reach(pointer):
            self.lines.append("back(&ps);")
            self._moved(pointer, -1)

    def _copy(self) -> None:
        """Bytes from where one pointer is to where another one is."""
        target, source = self._pointer(), self._pointer()
        count = self.random.choice((1, 2, 4, 6, 8, 12, 20))
        if not (self._room(target, count) and self._room(source, count)):
            return
        (to, start), (origin, place) = self.places[target], self.places[source]
        overlap = to == origin and abs(start - place) < count
        self.lines.append(f"{'memmove' if overlap else 'memcpy'}({target}, {source}, {count}{self.random.choice(('', ' * one'))});")
        self.bytes[to][start : start + count] = bytes(self.bytes[origin][place : place + count])

    def _set(self) -> None:
        pointer, count, value = self._pointer(), self.random.choice((1, 3, 4, 8, 20)), self.random.choice((0, 1, 0xFF))
        if self._room(pointer, count):
            self.lines.append(f"memset({pointer}, {value}, {count});")
            for k in range(count):
                self._put(pointer, value, 1, k)

    def _assign(self) -> None:
        """A whole structure through a pointer."""
        if not self._room("pS", 20) or self.places["pS"][0] == "n":
            return
        to, start = self.places["pS"]
        number = self.random.randrange(3)
        if to == "t" and abs(start - 20 * number) not in (0, 20, 40):
            return  # it would overlap itself
        forms = [(f"*pS = t[{number}];", "t", 20 * number), (f"lS = &t[{number}]; *pS = *lS;", "t", 20 * number), ("*pS = n.in;", "n", 0)]
        line, origin, place = self.random.choice(forms)
        self.lines.append(line)
        # Padding is not copied for sure: nothing is claimed of byte 11, and what is read there later is not either.
        self.bytes[to][start : start + 20] = bytes(self.bytes[origin][place : place + 20])

    def _heap(self) -> None:
        pointer = self.random.choice(("pi", "pj"))
        offset = 4 * self.random.randrange(7)
        self.lines.append(f"{pointer} = m + {offset // 4};")
        self.places[pointer] = ("m", offset)


def walk(seed: int, length: int = 14, *, blocks: bool = False) -> str:
    """The program of a seed; ``CHECK(e)`` claims e.  ``blocks``: it copies blocks, assigns structures and has memory on the heap."""
    return Walk(random.Random(seed), blocks=blocks).program(length)
