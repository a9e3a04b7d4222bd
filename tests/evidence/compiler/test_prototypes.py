"""What gcc writes of a file's functions is read back."""

from __future__ import annotations

from verilab.evidence.compiler.prototypes import Prototype, read_prototypes, without_return

WRITTEN = """\
/* compiled from: . */
/* a.c:1:NC */ extern int ext (struct S *, const char *, void (*) (void *, int), int *, ...);
/* a.c:3:NC */ extern volatile void die (int);
/* a.c:4:NC */ extern void (*signal (int, void (*) (int))) (int);
/* a.c:6:OC */ extern int knr (/* ??? */);
/* a.c:7:IC */ extern int called (/* ??? */);
/* a.c:8:NF */ static int sf (int x); /* (x) int x; */
/* a.c:14:NF */ extern int main (void); /* () */
"""


def test_types_and_names_are_told_apart() -> None:
    prototypes = read_prototypes(WRITTEN)
    assert prototypes["ext"] == Prototype("ext", "int", ("struct S *", "const char *", "void (*) (void *, int)", "int *"), variadic=True)
    assert prototypes["die"] == Prototype("die", "void", ("int",), returns=False)
    assert prototypes["signal"].parameters is None
    assert prototypes["knr"] == Prototype("knr", "int", None)
    assert prototypes["called"] == Prototype("called", "int", None, implicit=True)
    assert prototypes["main"].parameters == ()
    assert len(prototypes) == 7


def test_an_attribute_belongs_to_its_declarator_or_to_all_behind_it() -> None:
    source = """
    extern void die(int (*)(void)) __attribute__((noreturn)), log_it(void);
    _Noreturn void out(void);
    extern __attribute__ ((__noreturn__)) void away(void);
    extern void back(void);
    """
    assert without_return(["die", "log_it", "out", "away", "back"], source) == {"die", "out", "away"}
