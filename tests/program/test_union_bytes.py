"""What the bytes of a union hold behind the member that is initialised: zero in objects of static storage duration, anything in others.

C leaves them unspecified (C11 6.2.6.1p7); gcc clears those of static objects always, of automatic ones until gcc 14.
"""

from __future__ import annotations

import pytest

from verilab.evidence.interpretation.interpreter import Interpreter
from verilab.evidence.interpretation.outcomes import Ended, ReachedError
from verilab.program.cfa import Edge
from verilab.program.lowering import lower
from verilab.program.syntax import parse_text
from verilab.program.types import DataModel, IntType

UNIONS = """
union n { int i; char c[8]; long long l; };
union w { char c; struct { int a, b; short s; } r; long long l[3]; };
union f { unsigned f : 5; unsigned char c[4]; unsigned u; };
union p { struct { char c; int i; } s; unsigned char c[8]; };
struct o { int k; union n u; int z; };
"""

# What is initialised, and what is then so whatever the unspecified bytes hold.
CERTAIN = {
    "the member itself": ("union n u = { 5 };", "u.i == 5 && u.c[0] == 5"),
    "a designated member": ("union n u = { .c = { 1, 2 } };", "u.c[0] == 1 && u.c[1] == 2 && u.c[7] == 0"),
    "the whole": ("union n u = { .l = 5 };", "u.i == 5 && u.c[4] == 0"),
    "empty braces": ("union n u = { };", "u.l == 0"),
    "a union that is not mentioned": ("struct o x = { 1 };", "x.u.l == 0"),
    "a union that an array does not mention": ("union n a[2] = { { 5 } };", "a[1].l == 0 && a[0].i == 5"),
    "elided braces": ("struct o x = { 1, 2, 3 };", "x.u.i == 2 && x.z == 3"),
    "a bit-field": ("union f u = { 9 };", "u.f == 9"),
    "an array of all bytes": ("union f u = { .c = { 1 } };", "u.u == 1"),
    "members of a larger union": ("union w u = { .r = { 1, 2 } };", "u.r.a == 1 && u.r.b == 2 && u.r.s == 0"),
    "a small member of a larger union": ("union w u = { 7 };", "u.c == 7"),
    "a structure with padding": ("union p u = { { 1, 2 } };", "u.s.c == 1 && u.s.i == 2 && u.c[4] == 2"),
    "a compound literal": ("union n u = (union n) { 5 };", "u.i == 5"),
    "what a later member leaves": ("union n u = { .l = -1, .i = 5 };", "u.i == 5"),
    "a copy": ("union n t = { .l = 6 }, u = t;", "u.c[4] == 0 && u.i == 6"),
    "a range": ("union n a[3] = { [0 ... 2] = { 5 } };", "a[0].i == 5 && a[2].i == 5"),
}  # fmt: skip

# What only unspecified bytes decide in automatic objects; static ones have zeros there.
UNSPECIFIED = {
    "behind the member": ("union n u = { 5 };", "u.c[4] == 0"),
    "of the last byte": ("union n u = { 5 };", "u.c[7] == 0"),
    "in the value of the whole": ("union n u = { 5 };", "u.l == 5"),
    "behind a designated member": ("union n u = { .i = -1 };", "u.c[6] == 0"),
    "inside a structure": ("struct o x = { 1, { 2 }, 3 };", "x.u.c[5] == 0"),
    "with elided braces": ("struct o x = { 1, 2, 3 };", "x.u.l == 2"),
    "of an element": ("union n a[2] = { { 1 }, { 2 } };", "a[1].c[4] == 0"),
    "of a range": ("union n a[2] = { [0 ... 1] = { 1 } };", "a[0].c[4] == 0"),
    "beside a bit-field": ("union f u = { 9 };", "u.u == 9"),
    "behind a bit-field": ("union f u = { 9 };", "u.c[1] == 0"),
    "of a larger union": ("union w u = { 7 };", "u.r.b == 0"),
    "of a larger union's other part": ("union w u = { 7 };", "u.l[0] == 7"),
    "in the padding of a member": ("union p u = { { 1, 2 } };", "u.c[1] == 0"),
    "of a compound literal": ("union n u = (union n) { 5 };", "u.c[4] == 0"),
    "behind the last of two members": ("union n u = { .l = -1, .i = 5 };", "u.c[4] == 0"),
    "after a copy": ("union n t = { 6 }, u = t;", "u.c[4] == 0"),
}  # fmt: skip


def holds(declaration: str, claim: str, chosen: int, *, static: bool) -> bool:
    """Whether the claim holds where every unspecified value is ``chosen``."""
    objects, body = (f"static {declaration}", "") if static else ("", declaration)
    text = f"extern void reach_error(void);\n{UNIONS}{objects}\nint main(void) {{ {body} if (!({claim})) reach_error(); return 0; }}\n"

    def choose(edge: Edge, type: IntType) -> int:
        return type.wrap(chosen)

    program = lower(parse_text(text, "unions.c", DataModel.LP64), DataModel.LP64, name="unions")
    outcome = Interpreter(program).run(choose, step_limit=10_000, record=False).outcome
    assert isinstance(outcome, Ended | ReachedError), outcome
    return isinstance(outcome, Ended)


@pytest.mark.parametrize("name", CERTAIN)
def test_the_initialised_member_is_certain(name: str) -> None:
    declaration, claim = CERTAIN[name]
    assert [holds(declaration, claim, chosen, static=False) for chosen in (0, 1, -1)] == [True] * 3


@pytest.mark.parametrize("name", UNSPECIFIED)
def test_nobody_promises_what_lies_behind_it_in_automatic_objects(name: str) -> None:
    declaration, claim = UNSPECIFIED[name]
    assert [holds(declaration, claim, chosen, static=False) for chosen in (0, -1)] == [True, False]


# Another object's value is no constant expression.
@pytest.mark.parametrize("name", [name for name in (*CERTAIN, *UNSPECIFIED) if name not in ("a copy", "after a copy")])
def test_static_objects_are_zero_there(name: str) -> None:
    declaration, claim = (CERTAIN | UNSPECIFIED)[name]
    assert holds(declaration, claim, -1, static=True)
