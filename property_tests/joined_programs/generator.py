"""Random C programs made of knots: statements in which 3 to 30 paths part and meet again.

Paths narrow values (``if (x == 1) goto end;``) without changing them, set variables to 0, 1 and truth values, write through pointers
that may alias, through casts between structures and through unions.  Signed overflow and the like may happen: what is compared with
the formulas are executions by the interpreter, which define them.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

SCALARS = {
    "x": "int",
    "y": "int",
    "z": "int",
    "g": "int",
    "v": "unsigned",
    "c": "unsigned char",
    "s": "signed char",
    "h": "short",
    "b": "_Bool",
    "w": "long long",
}
INPUT_OF = {
    "int": "int",
    "unsigned": "uint",
    "unsigned char": "uchar",
    "signed char": "char",
    "short": "short",
    "_Bool": "bool",
    "long long": "longlong",
}
DECLARATIONS = """
extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void); extern unsigned char __VERIFIER_nondet_uchar(void);
extern char __VERIFIER_nondet_char(void); extern short __VERIFIER_nondet_short(void); extern _Bool __VERIFIER_nondet_bool(void);
extern long long __VERIFIER_nondet_longlong(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
struct A { int f; unsigned char c; short h; int k[2]; };
struct B { short lo; short hi; unsigned char c; short h; int m; int n; };
union U { int w; unsigned char b[4]; short h[2]; struct { short lo; short hi; } p; };
struct F { unsigned a : 1; unsigned b : 3; int c : 5; int d; };
static int x, g; static unsigned char c; static _Bool b; static int arr[4]; static struct A sa, sb; static union U un; static struct F bf;
static struct A *pa = &sa; static int *p = &x;
"""
LOCALS = "int y = 0, z = 1; unsigned v = 3; signed char s = 0; short h = 0; long long w = 0; int *q = &y; union U lu; lu.w = 0;"
PLACES = (
    *(*SCALARS, *SCALARS, "*p", "*p", "*q", "*q", "sa.f", "sa.h", "sb.f", "pa->f", "pa->c", "pa->k[1]"),
    *("arr[0]", "arr[{i}]", "arr[{i}]", "sa.k[{j}]"),
    *("((struct B *) pa)->m", "((struct B *) &sa)->lo", "((struct B *) pa)->hi", "un.w", "un.b[{i}]", "un.h[{j}]", "un.p.hi", "lu.w"),
    *("lu.b[0]", "bf.a", "bf.b", "bf.c", "bf.d"),
)
GLOBAL_PLACES = tuple(place for place in PLACES if place not in {"y", "z", "v", "s", "h", "w", "*q", "lu.w", "lu.b[0]"})
CONSTANTS = (
    *("0", "0", "1", "1", "1", "2", "3", "7", "-1", "-2", "255", "256", "5777"),
    *("32767", "2147483647", "4294967295u", "-2147483647 - 1"),
)


@dataclass(frozen=True)
class JoinedProgram:
    """A program as independent pieces of text: any of ``functions``' callers and ``knots`` may be left out."""

    seed: int
    functions: tuple[str, ...]
    before: tuple[str, ...]
    inside: tuple[str, ...]
    after: tuple[str, ...]

    @property
    def text(self) -> str:
        loop = f"for (int n = 0; n < 3; n++) {{\n{chr(10).join(self.inside)}\n}}\n" if self.inside else ""
        observed = " ^ ".join(
            [*SCALARS, "sa.f", "sa.c", "sa.h", "sa.k[0]", "sa.k[1]", "sb.f", "un.w", "lu.w", "bf.a", "bf.b", "bf.c", "bf.d"]
        )
        return (
            f"{DECLARATIONS}\n{chr(10).join(self.functions)}\nint main(void) {{\n{LOCALS}\n{chr(10).join(self.before)}\n{loop}"
            f"{chr(10).join(self.after)}\nif ((({observed}) ^ arr[0] ^ arr[1] ^ arr[2] ^ arr[3]) == 12345) reach_error();\nreturn 0;\n}}\n"
        )


def joined_program(seed: int) -> JoinedProgram:
    """The program with this seed."""
    return _Maker(random.Random(seed)).program(seed)


class _Maker:
    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.labels = 0
        self.places = PLACES
        self.callees: list[str] = []
        self.in_loop = False

    def program(self, seed: int) -> JoinedProgram:
        rng = self.rng
        functions = tuple(self._function(number) for number in range(rng.randrange(3)))
        self.callees = [f"f{number}" for number in range(len(functions))]
        inputs = [f"{name} = __VERIFIER_nondet_{INPUT_OF[type]}();" for name, type in SCALARS.items() if rng.random() < 0.7]
        before = tuple(self.knot(1) for _ in range(rng.choice((1, 2))))
        inside: tuple[str, ...] = ()
        if rng.random() < 0.3:
            self.in_loop = True
            inside = (self.knot(1),)
            self.in_loop = False
        after = (self.knot(1),) if rng.random() < 0.3 else ()
        return JoinedProgram(seed, functions, (*inputs, *before), inside, after)

    def _function(self, number: int) -> str:
        """A function with many early returns that writes its pointer parameter or globals on some of its paths."""
        self.places = (*GLOBAL_PLACES, "i", "i", "*t", "*t")
        lines = []
        for _ in range(self._ways()):
            effect = self.effect() if self.rng.random() < 0.5 else ""
            lines.append(f"if ({self.condition()}) {{ {effect} return {self.value(1)}; }}")
        last = self.knot(0)
        self.places = PLACES
        result = self.rng.choice(("i", "*t", "0", "1", "i == 1"))
        return f"static int f{number}(int i, int *t) {{\n{chr(10).join(lines)}\n{last}\nreturn {result};\n}}"

    def _ways(self) -> int:
        return self.rng.choice((2, 2, 3, 3, 4, 5, 6, 8, 12, 20, 29))

    def knot(self, depth: int) -> str:
        kinds = [self._gotos, self._switch, self._chain, self._crossing, self._calm, self._calm, self._calm]
        if depth:
            kinds += [self._nested]
        if self.callees:
            kinds += [self._call]
        if self.in_loop:
            kinds += [self._continues]
        return self.rng.choice(kinds)(depth)

    def body(self, depth: int) -> str:
        """What one path does, perhaps nothing."""
        roll = self.rng.random()
        if roll < 0.35:
            return ""
        if depth and roll < 0.45:
            return self.knot(depth - 1)
        return " ".join(self.effect() for _ in range(self.rng.choice((1, 1, 2, 3))))

    def _label(self) -> str:
        self.labels += 1
        return f"l{self.labels}"

    def _gotos(self, depth: int) -> str:
        """Many ways to one label."""
        label = self._label()
        lines = [f"if ({self.condition()}) {{ {self.body(0)} goto {label}; }}" for _ in range(self._ways())]
        return "\n".join([*lines, self.body(depth), f"{label}: ;"])

    def _calm(self, depth: int) -> str:
        """Many ways to one label, on which one place is compared with few constants, and changed on some to 0, 1 or another truth."""
        label, place = self._label(), self.place()
        lines = []
        for _ in range(self._ways()):
            tests = [
                f"{place} {self.rng.choice(('==', '==', '!=', '>', '<='))} {self.rng.choice('01')}",
                f"{place} == {self.rng.choice('01')}",
            ]
            test = self.rng.choice((*tests, place, "__VERIFIER_nondet_bool()", "__VERIFIER_nondet_bool()", self.condition()))
            lines.append(f"if ({test}) {{ {self._small(place)} goto {label}; }}")
        return "\n".join([*lines, self._small(place), f"{label}: ;", self.body(0)])

    def _small(self, place: str) -> str:
        roll = self.rng.random()
        if roll < 0.55:
            return ""
        return f"{place} = {self.rng.choice('01') if roll < 0.9 else f'({self.condition()})'};"

    def _crossing(self, depth: int) -> str:
        """Ways to two labels, one of which leads on to the other."""
        first, second = self._label(), self._label()
        lines = [f"if ({self.condition()}) {{ {self.body(0)} goto {self.rng.choice((first, second))}; }}" for _ in range(self._ways())]
        return "\n".join([*lines, self.body(depth), f"{first}: ;", self.body(depth), f"{second}: ;"])

    def _switch(self, depth: int) -> str:
        values = self.rng.sample(range(-2, 30), min(self._ways(), 30))
        cases = [f"case {value}: {self.body(0)} {self.rng.choice(('break;', 'break;', 'break;', ''))}" for value in values]
        if self.rng.random() < 0.6:
            cases.insert(self.rng.randrange(len(cases) + 1), f"default: {self.body(depth)} break;")
        return f"switch ({self.value(0)}) {{\n{chr(10).join(cases)}\n}}"

    def _chain(self, depth: int) -> str:
        parts = [f"if ({self.condition()}) {{ {self.body(0)} }}" for _ in range(self._ways())]
        return "\nelse ".join([*parts, f"{{ {self.body(depth)} }}"])

    def _nested(self, depth: int) -> str:
        return f"if ({self.condition()}) {{ {self.knot(depth - 1)} }} else {{ {self.body(depth)} }}"

    def _call(self, depth: int) -> str:
        target = self.rng.choice(("&x", "&y", "&sa.f", "p", "q", "arr + 1"))
        return f"{self.place()} = {self.rng.choice(self.callees)}({self.value(1)}, {target});"

    def _continues(self, depth: int) -> str:
        way = self.rng.choice(("continue", "continue", "break"))
        return "\n".join(f"if ({self.condition()}) {{ {self.body(0)} {way}; }}" for _ in range(self.rng.randrange(1, 5)))

    def place(self) -> str:
        place = self.rng.choice(self.places)
        index = self.rng.choice(("0", "1", "2", "3", "(unsigned) z & 3" if "z" in self.places else "(unsigned) x & 3", "c % 4"))
        return place.replace("{i}", index).replace("{j}", self.rng.choice(("0", "1", "b")))

    def value(self, depth: int) -> str:
        rng, roll = self.rng, self.rng.random()
        if depth == 0 or roll < 0.25:
            return self.place() if rng.random() < 0.65 else f"({rng.choice(CONSTANTS)})"
        first = self.value(depth - 1)
        if roll < 0.6:
            return f"({first} {rng.choice(('+', '-', '&', '|', '^', '+', '-'))} {self.value(depth - 1)})"
        if roll < 0.7:
            return f"({first} {rng.choice(('/ 3', '% 4', '* 3', '<< 1', '>> 2', '/ -7', '% 10', '* -1', '& 6', '| 1'))})"
        if roll < 0.75:
            return f"({first} {rng.choice(('*', '<<', '>>'))} {rng.choice(('c', 'b', '(c & 7)'))})"
        if roll < 0.85:
            return f"({self.condition()})"
        if roll < 0.92:
            return f"({rng.choice(('unsigned char', 'signed char', 'short', 'unsigned', '_Bool', 'long long'))}) {first}"
        return f"({self.condition()} ? {first} : {self.value(depth - 1)})"

    def condition(self) -> str:
        rng, roll = self.rng, self.rng.random()
        place = self.place()
        if roll < 0.45:
            return f"{place} {rng.choice(('==', '==', '==', '!=', '<', '<=', '>', '>='))} {rng.choice(CONSTANTS)}"
        if roll < 0.55:
            return rng.choice((place, f"!{place}", f"!!{place}", f"(unsigned char) {place} == 1", f"(long long) {place} == 1"))
        if roll < 0.65:
            return f"{place} {rng.choice(('==', '!=', '<', '<='))} {self.place()}"
        if roll < 0.75:
            return f"{place} >= {rng.choice(('0', '1', '-3'))} && {place} <= {rng.choice(('0', '1', '9'))}"
        if roll < 0.82:
            return f"({self.condition()}) {rng.choice(('&&', '||'))} ({self.condition()})"
        if roll < 0.92:
            return "__VERIFIER_nondet_bool()"
        return f"{self.value(1)} {rng.choice(('==', '<', '!='))} {self.value(0)}"

    def effect(self) -> str:
        rng, roll = self.rng, self.rng.random()
        if roll < 0.3:
            return f"{self.place()} = {rng.choice(('0', '1', '0', '1', '2', '-1', '5777'))};"
        if roll < 0.4:
            return f"{self.place()} = ({self.condition()});"
        if roll < 0.68:
            return f"{self.place()} {rng.choice(('=', '=', '=', '+=', '-=', '^=', '|='))} {self.value(2)};"
        if roll < 0.74:
            return f"{self.place()}{rng.choice(('++', '--'))};"
        if roll < 0.8 and self.places is PLACES:
            return rng.choice(
                ("q = &x;", "q = &y;", "q = &z;", "q = &arr[c % 4];", "q = &sa.f;", "q = p;", "q = b ? &x : &z;", "q = &pa->k[1];")
            )
        if roll < 0.86:
            return rng.choice(("p = &x;", "p = &g;", "p = &arr[1];", "p = &sa.k[0];", "pa = &sa;", "pa = &sb;", "pa = b ? &sa : &sb;"))
        if roll < 0.9:
            return rng.choice(("sa = sb;", "sb = *pa;", "*pa = sa;", "*(struct A *) (void *) &sb = sa;", "un = (union U) { .w = x };"))
        if roll < 0.95:
            return f"__VERIFIER_assume({self.condition()});"
        name = rng.choice([name for name in SCALARS if name in self.places])
        return f"{name} = __VERIFIER_nondet_{INPUT_OF[SCALARS[name]]}();"
