"""Random C programs over float, double and integers, with unions, arrays, structures, math.h, and calls; each checks gcc's own results.

The program ends by comparing the patterns of its variables, NaNs as one, with those that gcc's executable printed.  It does not look at the
sign of a NaN, which is another one where gcc computes a constant than where the executable does, nor takes the lesser of two zeros.
"""

from __future__ import annotations

import random
import subprocess
from dataclasses import dataclass
from pathlib import Path

from verilab.evidence.compiler.toolchain import floating_options, machine_option
from verilab.program.types import DataModel

DECLARATIONS = """\
union single { float f; unsigned u; unsigned char c[4]; };
union both { double d; unsigned long long u; unsigned w[2]; float f[2]; };
struct pair { float f; double d; char c; };
extern int printf(const char *, ...);
extern double fabs(double), floor(double), ceil(double), trunc(double), round(double), rint(double), sqrt(double), fmod(double, double);
extern double remainder(double, double), copysign(double, double), fmin(double, double), fmax(double, double), fdim(double, double);
extern float fabsf(float), floorf(float), ceilf(float), truncf(float), roundf(float), rintf(float), sqrtf(float), fmodf(float, float);
extern float remainderf(float, float), copysignf(float, float), fminf(float, float), fmaxf(float, float), fdimf(float, float);
extern long lround(double); extern long long llrintf(float);
float f0, f1, f2, fa[3]; double d0, d1, d2, da[3]; int i0, i1; unsigned u0; long long l0; unsigned long long q0; short s0; unsigned char c0;
struct pair p0, p1; union both b0; union single g0;
float half(float x) { return x / 2; }
double mixed(int n, float x, double y) { return n + x * y; }
unsigned bits(float x) { union single s; s.f = x; return s.u; }
unsigned long long wide(double x) { union both s; s.d = x; return s.u; }
double smaller(double x, double y) { return x == y ? x : fmin(x, y); }
float smallerf(float x, float y) { return x == y ? x : fminf(x, y); }
double greater(double x, double y) { return x == y ? x : fmax(x, y); }
float greaterf(float x, float y) { return x == y ? x : fmaxf(x, y); }
int sign(double x) { return x == x && __builtin_signbit(x); }
double like(double x, double y) { return copysign(x, y == y ? y : 1.0); }
float likef(float x, float y) { return copysignf(x, y == y ? y : 1.0f); }
unsigned long long canonic(double x) { return x != x ? 0x7ff8000000000000ULL : wide(x); }
"""
SINGLES = ("f0", "f1", "f2", "fa[0]", "fa[2]", "p0.f", "p1.f", "g0.f", "b0.f[1]")
DOUBLES = ("d0", "d1", "d2", "da[1]", "da[2]", "p0.d", "p1.d", "b0.d")
INTEGERS = ("i0", "i1", "u0", "l0", "q0", "s0", "c0")
_LITERALS = (
    "0.0", "-0.0", "1.0", "-1.5", "0.1", "3e-310", "1e308", "-1e-320", "0x1.8p-3", "2.5", "4503599627370497.5", "1e10", "-7.0", "100000.25",
    "0.5", "(0.0/0.0)", "(1.0/0.0)", "(-1.0/0.0)", "16777217.0", "1e38",
    "1e-45", "0.1f", "1e-38f", "3.4e38f", "-2147483648.0", "4294967295.0",
)  # fmt: skip
_UNARY = ("fabs", "floor", "ceil", "trunc", "round", "rint", "sqrt")
_BINARY = ("fmod", "remainder", "like", "smaller", "greater", "fdim")
_CLASSES = ("__builtin_isnan", "__builtin_isinf_sign", "__builtin_isfinite", "__builtin_isnormal", "sign")
_RELATIONS = ("__builtin_isless", "__builtin_isgreaterequal", "__builtin_islessgreater", "__builtin_isunordered")
_RANGES = {
    "i0": ("int", "-2147483648.0", "2147483648.0"),
    "u0": ("unsigned", "0.0", "4294967296.0"),
    "l0": ("long long", "-9223372036854775808.0", "9223372036854775808.0"),
    "q0": ("unsigned long long", "0.0", "18446744073709551616.0"),
    "s0": ("short", "-32768.0", "32768.0"),
    "c0": ("unsigned char", "0.0", "256.0"),
}


class Writer:
    """Statements of one program."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def number(self, depth: int = 2) -> str:
        """An expression of any arithmetic type."""
        kind = self.random.randrange(10 if depth else 4)
        if kind == 0:
            return self.random.choice(_LITERALS)
        if kind < 4:
            return self.random.choice(SINGLES + DOUBLES + (INTEGERS if self.random.random() < 0.3 else ()))
        first, second = self.number(depth - 1), self.number(depth - 1)
        match kind:
            case 4 | 5 | 6:
                return f"({self.floating(first)} {self.random.choice('+-*/')} {second})"
            case 7:
                suffix = self.random.choice(("", "f"))
                if self.random.random() < 0.5:
                    return f"{self.random.choice(_UNARY)}{suffix}({first})"
                return f"{self.random.choice(_BINARY)}{suffix}({first}, {second})"
            case 8:
                return self.random.choice((f"-{self.floating(first)}", f"(float){first}", f"(double){first}", f"half({first})"))
        return f"({self.condition(depth - 1)} ? {self.floating(first)} : {second})"

    def floating(self, text: str) -> str:
        return f"(1.0f * {text})" if text in INTEGERS else f"({text})"

    def condition(self, depth: int = 1) -> str:
        first, second = self.floating(self.number(depth)), self.floating(self.number(depth))
        kind = self.random.randrange(6)
        if kind < 3:
            return f"({first} {self.random.choice(('<', '<=', '>', '>=', '==', '!='))} {second})"
        if kind == 3:
            return f"({self.random.choice(_CLASSES)}({first}))"
        if kind == 4:
            return f"({self.random.choice(_RELATIONS)}({first}, {second}))"
        return self.random.choice((f"(!{first})", f"({first} && {second})"))

    def statement(self) -> str:
        value = self.number()
        match self.random.randrange(12):
            case 0 | 1 | 2:
                return f"{self.random.choice(SINGLES)} = {value};"
            case 3 | 4 | 5:
                return f"{self.random.choice(DOUBLES)} = {value};"
            case 6:
                place = self.random.choice(SINGLES + DOUBLES)
                return self.random.choice((f"{place} {self.random.choice('+-*/')}= {value};", f"{place}++;", f"--{place};"))
            case 7:
                name, (type, low, high) = self.random.choice(list(_RANGES.items()))
                return f"d2 = {value}; if (d2 >= {low} && d2 < {high}) {name} = ({type})d2;"
            case 8:
                place, pattern = self.random.choice(SINGLES), self.random.getrandbits(32)
                return f"{{ union single s; s.u = {pattern}u; {place} = s.f; }}"
            case 9:
                return self.random.choice(
                    (
                        "p1 = p0;",
                        f"i1 = {self.condition()};",
                        "b0.w[1] ^= 0x100000u;",
                        "g0.c[3] ^= 0x80;",
                        f"d1 = mixed(i0, {value}, {self.number()});",
                        f"u0 = bits({self.random.choice(SINGLES)}) & 0xffu;",
                        "*(unsigned *)&f1 ^= 0x80000000u;",
                        "l0 = (int)u0 * 3LL; f2 = l0; d0 = q0;",
                        "fa[i1 & 1] = fa[2]; da[(i0 & 1) + 1] = d1;",
                    )
                )
            case 10:
                return f"if {self.condition()} {{ {self.statement()} }} else {{ {self.statement()} }}"
        return f"for (int k = 0; k < 3; k++) {{ {self.random.choice(DOUBLES)} += {value}; fa[k] = k * {self.floating(self.number(0))}; }}"

    def statements(self, count: int) -> str:
        start = [f"{place} = {self.random.choice(_LITERALS)};" for place in (*SINGLES[:4], *DOUBLES[:4])]
        start.append(f"i0 = {self.random.randint(-99, 99)}; q0 = {self.random.getrandbits(63)}ULL; u0 = {self.random.getrandbits(32)}u;")
        return "\n    ".join([*start, *(self.statement() for _ in range(count))])


@dataclass(frozen=True, slots=True)
class FloatProgram:
    """``text`` with ``CHECKS`` where the program looks at its results."""

    text: str

    def printing(self) -> str:
        shown = "".join(f'    printf("%llu\\n", (unsigned long long){expression});\n' for expression in observed())
        return "void reach_error(void) {}\n" + self.text.replace("CHECKS", shown)

    def checking(self, results: list[str]) -> str:
        checks = "".join(
            f"    if ((unsigned long long){expression} != {result}ULL) reach_error();\n"
            for expression, result in zip(observed(), results, strict=True)
        )
        return "extern void reach_error(void);\n" + self.text.replace("CHECKS", checks)


def observed() -> list[str]:
    """What is compared in the end: patterns of the floating variables, and the integers."""
    return [*(f"canonic({place})" for place in SINGLES + DOUBLES), *INTEGERS]


def float_program(seed: int, count: int = 12) -> FloatProgram:
    """The program of a seed."""
    return FloatProgram(f"{DECLARATIONS}int main(void) {{\n    {Writer(seed).statements(count)}\nCHECKS    return 0;\n}}\n")


def results_of(program: FloatProgram, model: DataModel, folder: Path) -> list[str]:
    """What gcc's executable computes, without optimisation."""
    file, binary = folder / "floats.c", folder / "floats"
    file.write_text(program.printing())
    options = [machine_option(model), *floating_options(model), "-O0", "-w", "-std=gnu11", "-fno-builtin", "-fno-strict-aliasing"]
    subprocess.run(["gcc", *options, str(file), "-o", str(binary), "-lm"], check=True, capture_output=True)
    return subprocess.run([str(binary)], check=True, capture_output=True, text=True).stdout.split()
