"""Operations on floating-point patterns: by this machine's numbers, by integers alone, and by gcc's executables; three times the same.

Of an operation on two NaNs only that it is a NaN is compared with gcc, whose compiler and library may exchange the operands.
"""

from __future__ import annotations

import subprocess

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from property_tests.examples import examples
from property_tests.float_programs import float_program, results_of
from tests.program.lowered_programs import verdict
from verilab.evidence.compiler.toolchain import compiler_for, floating_options, gcc_version, machine_option
from verilab.evidence.interpretation import float_arithmetic
from verilab.program import floats
from verilab.program.expressions import FLOAT_COMPARISONS, FloatOperator
from verilab.program.lowering import lower
from verilab.program.syntax import parse_text
from verilab.program.types import INT, DataModel, IntType

SINGLE, DOUBLE = IntType(32, False), IntType(64, False)
INTEGERS = [IntType(width, signed) for width in (1, 8, 16, 32, 64) for signed in (False, True)]
UNARY = {
    FloatOperator.SQUARE_ROOT: "sqrt",
    FloatOperator.FLOOR: "floor",
    FloatOperator.CEILING: "ceil",
    FloatOperator.TRUNCATE: "trunc",
    FloatOperator.ROUND: "round",
    FloatOperator.ROUND_EVEN: "rint",
}
CALLS = {FloatOperator.MODULO: "fmod", FloatOperator.REMAINDER: "remainder"}
WITH_INTEGERS = frozenset({FloatOperator.FROM_INTEGER, FloatOperator.TO_INTEGER})


def patterns(type: IntType) -> st.SearchStrategy[int]:
    """All patterns, the borders of the classes and their neighbours more often."""
    format = floats.format_of(type)
    ones = (1 << format.precision - 1) - 1
    borders = [0, 1, ones, ones + 1, format.infinity - 1, format.infinity, format.infinity + 1, format.infinity | format.quiet]
    near_one = st.integers(-(90 << format.precision), 90 << format.precision).map(lambda far: format.pattern(1.0) + far)
    short = st.integers(-70, 70).map(lambda power: format.pattern(2.0**power))
    magnitudes = st.sampled_from(borders) | near_one | short | st.integers(0, format.sign - 1)
    return st.builds(lambda magnitude, sign: (magnitude % format.sign) | sign, magnitudes, st.sampled_from((0, format.sign)))


@st.composite
def applications(draw: st.DrawFn) -> tuple[FloatOperator, tuple[int, ...], IntType, IntType]:
    """An operator, its operands, their type and that of the result."""
    operator = draw(st.sampled_from(FloatOperator))
    type, other = draw(st.permutations([SINGLE, DOUBLE]))
    integer = draw(st.sampled_from(INTEGERS))
    if operator is FloatOperator.FROM_INTEGER:
        wide = draw(st.integers(0, integer.width)) if draw(st.booleans()) else integer.width
        return operator, (integer.wrap((1 << wide) + draw(st.integers(integer.minimum, integer.maximum))),), integer, type
    first = draw(patterns(type))
    if operator in UNARY or operator in WITH_INTEGERS or operator is FloatOperator.FROM_FLOAT:
        result = {FloatOperator.FROM_FLOAT: other, FloatOperator.TO_INTEGER: integer}.get(operator, type)
        return operator, (first,), type, result
    second = draw(patterns(type) | st.integers(-2, 2).map(lambda step: (first + step) % (1 << type.width)))
    return operator, (first, second), type, INT if operator in FLOAT_COMPARISONS else type


@settings(max_examples=examples(250), deadline=None)
@given(applications())
@example((FloatOperator.FROM_INTEGER, ((1 << 53) + (1 << 29) + 1,), IntType(64, True), SINGLE))  # rounding twice would err
@example((FloatOperator.DIVIDE, (0, 0), DOUBLE, DOUBLE))
@example((FloatOperator.REMAINDER, (0x40080000_00000000, 0x40000000_00000000), DOUBLE, DOUBLE))  # a tie: 3 rem 2 = -1
@example((FloatOperator.FROM_FLOAT, (0x7FF00000_00000001,), DOUBLE, SINGLE))  # the payload of a NaN does not fit
def test_numbers_of_this_machine_and_integers_alone_give_the_same(case: tuple[FloatOperator, tuple[int, ...], IntType, IntType]) -> None:
    operator, operands, type, result = case
    computed = float_arithmetic.evaluate(operator, operands, type, result)
    expected = floats.evaluate(operator, operands, [type] * len(operands), result)
    assert computed == expected or (operator is FloatOperator.TO_INTEGER and computed is None and expected == result.minimum)
    assert result.minimum <= expected <= result.maximum


def _expression(operator: FloatOperator, result: IntType, suffix: str) -> str:
    if operator in UNARY:
        return f"{UNARY[operator]}{suffix}(x)"
    if operator in CALLS:
        return f"{CALLS[operator]}{suffix}(x, y)"
    if operator is FloatOperator.FROM_FLOAT:
        return "(float)x" if result == SINGLE else "(double)x"
    return f"x {operator.value} y"


def _program(cases: list[tuple[FloatOperator, tuple[int, ...], IntType, IntType]]) -> str:
    """C that prints the pattern of every result."""
    lines = []
    for operator, operands, type, result in cases:
        name, unsigned, suffix = ("float", "unsigned", "f") if type == SINGLE else ("double", "unsigned long long", "")
        kind = {SINGLE: "float", DOUBLE: "double", INT: "int"}[result]
        given = [f"{operand}ull" for operand in (*operands, *operands)][:2]
        text = _expression(operator, result, suffix)
        lines.append(
            f"{{ {unsigned} a = {given[0]}, b = {given[1]}; {name} x, y; memcpy(&x, &a, sizeof x); memcpy(&y, &b, sizeof y); "
            f'{kind} r = {text}; unsigned long long p = 0; memcpy(&p, &r, sizeof r); printf("%llu\\n", p); }}'
        )
    return "#include <math.h>\n#include <stdio.h>\n#include <string.h>\nint main(void) {\n" + "\n".join(lines) + "\nreturn 0;\n}\n"


@pytest.mark.parametrize("model", list(DataModel))
@settings(max_examples=3, deadline=None)
@given(cases=st.lists(applications().filter(lambda case: case[0] not in WITH_INTEGERS), min_size=100))
def test_gcc_computes_the_same(
    model: DataModel, cases: list[tuple[FloatOperator, tuple[int, ...], IntType, IntType]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    if gcc_version(machine_option(model)) is None:
        pytest.skip(f"no gcc for {model}")
    folder = tmp_path_factory.mktemp("floats")
    (folder / "floats.c").write_text(_program(cases))
    options = [machine_option(model), *floating_options(model), "-O0", "-w", "-fno-builtin"]
    subprocess.run(["gcc", *options, "floats.c", "-o", "floats", "-lm"], check=True, cwd=folder)
    printed = subprocess.run(["./floats"], check=True, cwd=folder, capture_output=True, text=True).stdout.split()
    for (operator, operands, type, result), found in zip(cases, printed, strict=True):
        expected = floats.evaluate(operator, operands, [type] * len(operands), result)
        if len(operands) == 2 and all(map(floats.format_of(type).is_nan, operands)) and operator not in FLOAT_COMPARISONS:
            assert floats.format_of(type).is_nan(int(found))
        else:
            assert int(found) == expected, (operator, [hex(each) for each in operands])


@pytest.mark.parametrize("model", list(DataModel))
@settings(max_examples=6, deadline=None)
@given(seed=st.integers(0, 10**9))
def test_programs_compute_what_gcc_computes(model: DataModel, seed: int, tmp_path_factory: pytest.TempPathFactory) -> None:
    compiler = compiler_for(model)
    if compiler is None or not compiler.hosted:
        pytest.skip(f"no gcc with a C library for {model}")
    program = float_program(seed)
    text = program.checking(results_of(program, model, tmp_path_factory.mktemp("floats")))
    assert verdict(lower(parse_text(text, "floats.c", model), model, ("reach_error",), "floats")) == "returned"
