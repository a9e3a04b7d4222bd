"""Error functions in places where nothing is written that looks like a call of them, and with types of their own."""

from __future__ import annotations

import pytest

from verilab.evidence.interpretation.interpreter import Interpreter
from verilab.evidence.interpretation.outcomes import ReachedError
from verilab.program.lowering import lower
from verilab.program.syntax import parse_text

UNASKED = {
    "cleanup": "void reach_error(); int main(void) { int x __attribute__((cleanup(reach_error))) = 1; return 0; }",
    "cleanup of a definition": "void reach_error(int *p) { } int main(void) { { int x __attribute__((cleanup(reach_error))) = 1; } }",
    "cleanup by an alias": 'void reach_error(int *p) { } void other(int *p) __attribute__((alias("reach_error")));'
    " int main(void) { int x __attribute__((cleanup(other))) = 1; return 0; }",
    "constructor": "__attribute__((constructor)) void reach_error(void) { } int main(void) { return 0; }",
    "destructor": "__attribute__((destructor)) void reach_error(void) { } int main(void) { return 0; }",
    "destructor at exit": "void exit(int); __attribute__((destructor)) void reach_error(void) { } int main(void) { exit(0); }",
    "destructor at a cleanup's exit": "void exit(); __attribute__((destructor)) void reach_error(void) { }"
    " int main(void) { int x __attribute__((cleanup(exit))) = 1; return 0; }",
    "handler": "int atexit(void (*)(void)); void reach_error(void); int main(void) { atexit(reach_error); return 0; }",
}
BY_POINTER = {
    "variadic": ("const char *, ...", '"", 1'),
    "old-style": ("", "1"),
    "of a structure": ("struct s { int a[3]; }", "(struct s){{1}}"),
    "of a long double": ("long double", "1"),
    "of a double": ("double", "1"),
    "of nothing": ("void", ""),
}
RESULTS = {
    "int": "int reach_error(void); int main(void) { return reach_error() + 1; }",
    "implicit int": "int main(void) { return reach_error(); }",
    "double": "double reach_error(void); int main(void) { return reach_error() > 1; }",
    "pointer": "int *reach_error(void); int main(void) { return reach_error()[2]; }",
    "structure": "struct s { int a[9]; }; struct s reach_error(void); int main(void) { struct s x = reach_error(); return x.a[1]; }",
    "member": "struct s { int a[9]; }; struct s reach_error(void); int main(void) { return reach_error().a[1]; }",
    "alternative": "int reach_error(void); int main(int argc, char **argv) { return argc >= 0 ? reach_error() : 0; }",
    "conjunction": "int reach_error(void); int main(int argc, char **argv) { return argc >= 0 && reach_error(); }",
    "arguments": "int reach_error(void); int f(int a, int b) { return a; } int main(void) { return f(reach_error(), reach_error()); }",
    "condition": "int reach_error(void); int main(void) { while (reach_error()) ; switch (reach_error()) { } return 0; }",
    "length": "int reach_error(void); int main(void) { return sizeof(int[reach_error()]); }",
}


def reaches_error(text: str) -> bool:
    """Whether the model's run reaches the error, all of its inputs 0."""
    return isinstance(Interpreter(lower(parse_text(text))).run(lambda edge, type: 0, step_limit=1000, record=False).outcome, ReachedError)


@pytest.mark.parametrize("text", UNASKED.values(), ids=UNASKED)
def test_what_runs_unasked_may_be_an_error_function(text: str) -> None:
    assert reaches_error(text)


@pytest.mark.parametrize(("parameters", "arguments"), BY_POINTER.values(), ids=BY_POINTER)
def test_a_pointer_leads_to_an_error_function_of_any_type_beside_another_function(parameters: str, arguments: str) -> None:
    declared = parameters.partition("{")[0]
    structure = f"{parameters};" if "{" in parameters else ""
    text = f"""
    {structure}
    void reach_error({declared});
    void other({declared});
    int main(int argc, char **argv) {{
        void (*f)({declared}) = other;
        if (argc >= 0) f = reach_error;
        f({arguments});
        return 0;
    }}"""
    assert reaches_error(text)


@pytest.mark.parametrize("text", RESULTS.values(), ids=RESULTS)
def test_the_call_of_an_error_function_has_a_value_of_its_type(text: str) -> None:
    assert reaches_error(text)
