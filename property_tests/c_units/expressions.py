"""Random expressions over every integer type, bit-fields and enumerations; what is undefined is left to the sanitizer to find."""

from __future__ import annotations

import random

TYPES = (
    *("char", "signed char", "unsigned char", "short", "unsigned short", "int", "unsigned", "long", "unsigned long", "long long"),
    *("unsigned long long", "_Bool", "enum low", "enum high"),
)
FIELD_TYPES = {
    "int": 32,
    "unsigned": 32,
    "signed char": 8,
    "unsigned char": 8,
    "short": 16,
    "unsigned short": 16,
    "_Bool": 1,
    "long long": 64,
    "unsigned long long": 64,
    "enum high": 32,
}
LITERALS = (
    *("0", "1", "2", "3", "5", "7", "0u", "1u", "2U", "1L", "3ul", "1LL", "7ull", "-1", "-2", "'a'", "'\\377'", "'\\0'", "'ab'", "L'x'"),
    *("127", "128", "255", "256", "32767", "65535", "65536", "0x7fffffff", "0x80000000", "0xffffffff", "2147483647", "2147483648"),
    *("-2147483648", "4294967295", "4294967296", "0x7fffffffffffffff", "0xffffffffffffffff", "9223372036854775807", "020", "0b1011"),
    *("LOW_B", "HIGH_B", "sizeof(int)", "sizeof(long)", "(char)200", "(short)40000", "(unsigned char)-1", "(_Bool)7", "!5", "~0", "~0u"),
)
PRELUDE = """
enum low { LOW_A = -3, LOW_B, LOW_C = 100 }; enum high { HIGH_A, HIGH_B = 7, HIGH_C = 0x7fffffff };
"""


class Expressions:
    """Makes expressions over declared places; ``places`` are readable lvalues of any integer type."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.places: list[str] = []
        self.constant = False  # only what the standard allows in constant expressions

    def literal(self) -> str:
        return self.rng.choice(LITERALS)

    def type(self) -> str:
        return self.rng.choice(TYPES)

    def leaf(self) -> str:
        return self.rng.choice(self.places) if self.places and self.rng.random() < 0.65 else self.literal()

    def make(self, depth: int) -> str:
        rng, roll = self.rng, self.rng.random()
        if depth <= 0 or roll < 0.1:
            return self.leaf()
        inner = self.make(depth - 1)
        if roll < 0.4:
            return f"({inner} {rng.choice('+-*&|^+-')} {self.make(depth - 1)})"
        if roll < 0.48:
            return f"({inner} {rng.choice('/%')} {self.make(depth - 1)})"
        if roll < 0.58:
            distance = rng.choice((f"({self.make(depth - 1)} & 7)", "1", "3u", "8", "15LL", "sizeof(int)"))
            return f"({inner} {rng.choice(('<<', '>>'))} {distance})"
        if roll < 0.7:
            return f"({inner} {rng.choice(('<', '<=', '>', '>=', '==', '!='))} {self.make(depth - 1)})"
        if roll < 0.78:
            return f"({rng.choice('-~!+')}{inner})"
        if roll < 0.88:
            return f"(({self.type()}){inner})"
        if roll < 0.92:
            return f"({inner} {rng.choice(('&&', '||'))} {self.make(depth - 1)})"
        if roll < 0.97 or self.constant:
            return f"({inner} ? {self.make(depth - 1)} : {self.make(depth - 1)})"
        return rng.choice((f"({inner}, {self.leaf()})", f"({inner} ?: {self.leaf()})", f"sizeof({inner})", f"({{ {inner}; }})"))
