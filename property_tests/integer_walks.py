"""Random programs that compute with the integers of addresses and write where the result leads: to one object, known to the generator.

Every integer variable is a sum of addresses with coefficients and a constant, modulo 2^64, which the generator knows; so it can undo the
sum, down to one object whose address stands nowhere near the write.  Between its steps it takes a variable apart and puts it together.
Each step assigns to a variable of its own, so that what one of them holds says nothing of another.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import dataclass, field

PRELUDE = """
struct S { int k; int d[3]; };
union P { unsigned long number; int *pointer; unsigned char raw[8]; unsigned half[2]; };
int x, y, a[4], b[6]; struct S s, t[2]; long z; short h[4];
unsigned long same(unsigned long n) { return n; }
unsigned long sum(unsigned long m, unsigned long n) { return m + n; }
void put(unsigned long *to, unsigned long n) { *to = n; }
unsigned long bits(unsigned long n) { unsigned long r = 0; for (int i = 0; i < 64; i++) if (n >> i & 1) r |= 1ul << i; return r; }
unsigned long bytes(unsigned long n) { unsigned long r = 0; for (int i = 0; i < 8; i++) r += (n >> 8 * i & 255) << 8 * i; return r; }
unsigned long search(unsigned long n) { unsigned long low = 0;
  for (unsigned long step = 1ul << 63; step; step /= 2) if (low + step <= n) low += step; return low; }
"""
SLOTS = [
    ("x", "x", 0, 4), ("y", "y", 0, 4), *((f"a[{k}]", "a", 4 * k, 4) for k in range(4)), *((f"b[{k}]", "b", 4 * k, 4) for k in range(6)),
    ("s.k", "s", 0, 4), *((f"s.d[{k}]", "s", 4 + 4 * k, 4) for k in range(3)), ("t[1].k", "t", 16, 4), ("t[0].d[2]", "t", 12, 4),
    ("t[1].d[0]", "t", 20, 4), ("h[2]", "h", 4, 2), ("h[1]", "h", 2, 2), ("z", "z", 0, 8),
]  # fmt: skip
"""Path, object, offset and size of each scalar."""
STARTS = {"x": "&x", "y": "&y", "a": "a", "b": "&b[0]", "s": "&s", "t": "t", "h": "h", "z": "&z"}
TYPES = {2: "short *", 4: "int *", 8: "long *"}
MODULUS = 1 << 64
SCRATCH = "unsigned long table[4]; union P both; unsigned char raw[8]; int *q;"


@dataclass
class IntegerWalk:
    """One program while it is made: the coefficients and the constant of each variable, and what the scalars hold."""

    random: random.Random
    lines: list[str] = field(default_factory=list)
    sums: dict[str, dict[str, int]] = field(default_factory=dict)
    values: dict[str, int] = field(default_factory=lambda: {path: 0 for path, *_ in SLOTS})

    def program(self, length: int) -> str:
        """The whole program with about ``length`` statements."""
        for _ in range(3):
            self._start()
        statements: list[Callable[[], None]] = [self._start, self._add, self._add, self._scale, self._disguise, self._disguise, self._write]
        while len(self.lines) < length:
            self.random.choice(statements)()
        self._write()
        claims = [f"CHECK({path} == {value});" for path, value in self.values.items()]
        return PRELUDE + "int main(void) {\n" + "\n".join(self.lines + claims) + "\nreturn 0; }\n"

    def _variable(self) -> str:
        """One of the latest variables."""
        return self.random.choice(list(self.sums)[-4:])

    def _define(self, form: str, sums: dict[str, int]) -> None:
        """A new variable N, by a statement."""
        name = f"u{len(self.sums)}"
        self.lines.append(f"unsigned long {name} = 0; {{ {SCRATCH} {re.sub(r'[N]', name, form)} }}")
        self.sums[name] = sums

    def _start(self) -> None:
        object, distance = self.random.choice(list(STARTS)), self.random.choice((0, 0, 4, 100, -8))
        self._define(f"N = (unsigned long){STARTS[object]} + {distance};", {object: 1, "": distance})

    def _add(self) -> None:
        left, right, sign = self._variable(), self._variable(), self.random.choice((1, -1))
        forms = [f"N = {left} {'+' if sign > 0 else '-'} {right};"]
        if sign > 0:
            forms += [f"N = sum({left}, {right});", f"table[1] = {left}; table[1] += {right}; N = table[1];"]
        else:
            forms.append(f"N = (char *){left} - (char *){right};")
        names = {*self.sums[left], *self.sums[right]}
        added = {name: (self.sums[left].get(name, 0) + sign * self.sums[right].get(name, 0)) % MODULUS for name in sorted(names)}
        self._define(self.random.choice(forms), added)

    def _scale(self) -> None:
        one, factor = self._variable(), self.random.choice((-1, 3, 8, 5, -7))
        forms = [f"N = {one} * {factor % MODULUS}ul;"]
        if factor == -1:
            forms += [f"N = -{one};", f"N = ~{one} + 1;", f"N = 5 - {one} - 5;"]
        if factor == 8:
            forms.append(f"N = {one} << 3;")
        self._define(self.random.choice(forms), {name: factor * coefficient % MODULUS for name, coefficient in self.sums[one].items()})

    def _disguise(self) -> None:
        """A variable taken apart and put together."""
        one, other = self._variable(), self._variable()
        forms = [
            f"N = ({one} ^ {other}) ^ {other};",
            f"unsigned long both_ends = {one} ^ {other}; N = {other} ^ both_ends;",
            f"N = {one} / 2 * 2 + {one} % 2;",
            f"N = ({one} & 0xff) | ({one} & ~0xfful);",
            f"N = ({one} >> 32 << 32) + (unsigned){one};",
            f"memcpy(raw, &{one}, 8); memcpy(&N, raw, 8);",
            f"for (int i = 0; i < 8; i++) memset(raw + i, {one} >> 8 * i & 255, 1); memcpy(&N, raw, 8);",
            f"for (int i = 0; i < 8; i++) raw[i] = {one} >> 8 * i; for (int i = 0; i < 8; i++) N |= (unsigned long)raw[i] << 8 * i;",
            f"both.number = {one}; N = (unsigned long)both.pointer;",
            f"both.half[0] = {one}; both.half[1] = {one} >> 32; N = both.number;",
            f"N = same({one});",
            f"put(&table[2], {one}); put(&N, table[2]);",
            f"N = bits({one});",
            f"N = bytes({one});",
            f"N = search({one});",
            f"q = (int *){one}; N = (unsigned long)q;",
            f"table[0] = {one}; N = *(unsigned long *)((char *)table);",
            f"N = {one} + {other} - {other};",
            f"N = {other} - {one}; N = {other} - N;",
        ]
        self._define(self.random.choice(forms), self.sums[one])

    def _write(self) -> None:
        """Undo a variable's sum down to one object with an odd coefficient, and write there."""
        variable = self._variable()
        sums = self.sums[variable]
        odd = [name for name in STARTS if sums.get(name, 0) % 2]
        if not odd:
            return
        object = self.random.choice(odd)
        path, _, offset, size = self.random.choice([slot for slot in SLOTS if slot[1] == object])
        rest = "".join(f" - {sums[name]}ul * (unsigned long){STARTS[name]}" for name in STARTS if name != object and sums.get(name, 0))
        alone = f"({variable}{rest} - {sums.get('', 0) % MODULUS}ul)"
        inverse = pow(sums[object], -1, MODULUS)
        address = f"{alone} * {inverse}ul" if inverse != 1 else alone
        if inverse == MODULUS - 1 and self.random.random() < 0.5:
            address = f"-{alone}"
        value = self.random.randrange(1, 1 << 15)
        pointer = TYPES[size]
        forms = [
            f"*({pointer})({address} + {offset}) = {value};",
            f"int *p = (int *)({address}); *({pointer})((char *)p + {offset}) = {value};",
        ]
        forms.append(f"union P both; both.number = {address} + {offset}; *({pointer})both.pointer = {value};")
        forms.append(f"int *p; unsigned long n = {address}; memcpy(&p, &n, 8); *({pointer})((char *)p + {offset}) = {value};")
        self.lines.append(f"{{ {self.random.choice(forms)} }}")
        self.values[path] = value


def integer_walk(seed: int, length: int = 9) -> str:
    """The program of a seed; ``CHECK(e)`` claims e.  LP64 only."""
    return IntegerWalk(random.Random(seed)).program(length)
