"""Export of a counterexample as a compilable C test harness.

The harness is a C file of its own, compiled together with the verified source: it defines ``__VERIFIER_nondet_*`` and the other
undefined functions that the violation takes inputs from, each returning its recorded values in order, ``__VERIFIER_assume``, and the
error functions, which print a line and leave with the exit code ``EXIT_ERROR_REACHED``.  What the C library defines stays what it is: a
harness that replaced it would agree with whatever the interpreter believes of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from verilab.data_classes import dataclass
from verilab.evidence.compiler.failures import Failures
from verilab.evidence.compiler.given_objects import GivenObjects
from verilab.evidence.compiler.library import library_defines
from verilab.evidence.compiler.scanned_text import ScannedText
from verilab.evidence.promises import Result, broken_promise
from verilab.program.cfa import Program
from verilab.program.counterexample import Choice
from verilab.program.operations import ALTERNATIVE, Assign, Havoc, Nondet, NondetKind, Store
from verilab.program.tasks.properties import ANY_CONVENTION, ErrorConvention
from verilab.program.types import IntType

EXIT_ERROR_REACHED = 107
ERROR_MESSAGE = b"ERROR REACHED\n"
EXIT_OUT_OF_INPUTS = 108
EXIT_ASSUMPTION_FALSE = 109
MEMORY_FUNCTION = "__VERIFIER_nondet_memory"
"""Fills memory instead of returning a value; its values are the bytes."""
LABEL_FUNCTION = "verilab_reach_error"
_KEYWORDS = frozenset(("volatile", "asm", "float"))
"""Origins of values that are no function's."""
MOST_ARGUMENTS = 1000
"""Of an execution by a harness."""
_NO_ARGUMENTS = 2_000_000
"""More than the kernel passes: their characters and addresses together have six megabytes at most (execve(2), Linux 4.13)."""
_FLOATING = {("__VERIFIER_nondet_float", 32): "float", ("__VERIFIER_nondet_double", 64): "double"}
"""Functions whose values are recorded as patterns, with their widths: the harness returns the numbers."""

_PROLOGUE = f"""\
/* Inputs that lead to the error. Compile it with the program: gcc -Wl,--allow-multiple-definition THIS_FILE PROGRAM */
extern void _exit(int);
extern long write(int, const void *, unsigned long);

static void verilab_leave(const char *message, unsigned long length, int code) {{
    write(2, message, length);
    _exit(code);
}}

void {LABEL_FUNCTION}(void) {{ verilab_leave("ERROR REACHED\\n", 14, {EXIT_ERROR_REACHED}); }}
"""

_ASSUMPTION = (
    f'void __VERIFIER_assume(int condition) {{ if (!condition) verilab_leave("ASSUMPTION FALSE\\n", 17, {EXIT_ASSUMPTION_FALSE}); }}\n'
)


@dataclass(frozen=True, slots=True)
class Harness:
    """The harness's C text, the functions it defines for inputs, and why a run with it need not follow the counterexample.

    ``inexact`` names choices that a harness cannot fix from outside, empty where it fixes all of them.  ``library``: functions of the C
    library that the counterexample has values of; they are not replaced, but what is read as characters can be fed to the program as
    its ``standard_input``.  ``arguments``: how many the program gets.  ``alternatives``: what C leaves open on the way, where the model
    does one of several things; no input says which, the compiler has decided it.  ``impossible``: inputs that no surroundings give.
    ``broken``: what a declaration promises of a function that it does not keep here, "" where all is kept.
    """

    text: str
    functions: tuple[str, ...]
    inexact: tuple[str, ...]
    library: tuple[str, ...] = ()
    standard_input: bytes = b""
    arguments: int = 0
    providers: tuple[str, ...] = ()
    alternatives: tuple[str, ...] = ()
    impossible: tuple[str, ...] = ()
    broken: str = ""


def c_type(type: IntType) -> str:
    """The C type in which a function returns values of ``type`` (widths as on ILP32 and LP64)."""
    if type.width == 1:
        return "_Bool"
    for width, name in ((8, "char"), (16, "short"), (32, "int")):
        if type.width <= width:
            return f"{'signed' if type.signed else 'unsigned'} {name}"
    return f"{'signed' if type.signed else 'unsigned'} long long"


def c_literal(value: int, type: IntType) -> str:
    """A C constant of that value; the smallest signed values are no literals of their type, so all go through unsigned long long."""
    return f"({c_type(type)})0x{value & (1 << 64) - 1:x}ULL"


def export_harness(program: Program, choices: Iterable[Choice], convention: ErrorConvention = ANY_CONVENTION) -> Harness:
    """The harness for the choices of an execution, in path order; it defines the error functions of ``convention``."""
    errors = sorted(convention.functions)
    returned: dict[str, list[int]] = {}
    structures: dict[str, list[tuple[int, ...]]] = {}
    given, failures, scanned = GivenObjects(), Failures(), ScannedText()
    types: dict[str, IntType] = {}
    inexact: dict[str, None] = {}
    alternatives: dict[str, None] = {}
    impossible: list[str] = []
    arguments = 0
    for choice in choices:
        if given.takes(choice) or failures.takes(choice) or scanned.takes(choice):
            continue
        scanned.reads(choice)
        match choice.edge.operation:
            case Assign(value=Nondet(kind=NondetKind.INPUT) as value) | Store(value=Nondet(kind=NondetKind.INPUT) as value):
                if value.origin.startswith(ALTERNATIVE):
                    alternatives[value.origin.removeprefix(ALTERNATIVE)] = None
                    continue
                if value.origin == "argc" and 1 <= choice.values[0] <= MOST_ARGUMENTS:
                    arguments = choice.values[0] - 1
                    continue
                if value.origin == "argc" and choice.values[0] >= 0:
                    impossible += [f"{choice.values[0]} arguments"] * (choice.values[0] > _NO_ARGUMENTS)
                    inexact[f"{choice.values[0]} arguments"] = None
                    continue
                named = value.origin not in _KEYWORDS and re.fullmatch(r"[A-Za-z_]\w*", value.origin)
                if not named or types.setdefault(value.origin, value.type) != value.type:
                    inexact[f"inputs from {value.origin}"] = None
                    continue
                returned.setdefault(value.origin, []).append(choice.values[0])
            case Assign(value=Nondet() as value) | Store(value=Nondet() as value):
                # Automatic variables are initialised to zero by the compiler where it can.
                if value.kind is NondetKind.IMPRECISE or any(choice.values):
                    inexact[f"{value.kind.value} value at {choice.edge.position}"] = None
            case Havoc(kind=kind, origin=origin):
                if origin in program.promises:
                    structures.setdefault(origin, []).append(choice.values)
                if kind is not NondetKind.UNINITIALISED or any(choice.values):
                    inexact[f"{kind.value} values at {choice.edge.position}"] = None
    if not scanned.is_possible:
        impossible.append("what is read from the standard input")
    if not set(returned.get("getppid", ())).isdisjoint(returned.get("getpid", ())):
        impossible.append("a process that is its own parent")
    results: dict[str, Sequence[Result]] = {
        name: (*returned.get(name, ()), *given.results(name), *structures.get(name, ())) for name in program.promises
    }
    bodies = failures.bodies()
    for name in given.functions:  # what one function does is in one body
        if name in returned or library_defines(name):
            inexact[f"pointers from {name}"] = None
    providers = [name for name in given.functions if name not in returned and not library_defines(name)]
    functions = [name for name in returned if name not in errors and not library_defines(name)]
    library = [name for name in returned if library_defines(name)]
    bodies += [_function(name, types[name], returned[name]) for name in functions]
    bodies += [given.body(name, f'verilab_leave("OUT OF INPUTS\\n", 14, {EXIT_OUT_OF_INPUTS});') for name in providers]
    reached = "".join(f"void {name}() {{ {LABEL_FUNCTION}(); }}\n" for name in errors)
    text = "\n".join([f"/* {program.name} */", _PROLOGUE + reached + _ASSUMPTION, *bodies])
    return Harness(
        text,
        (*functions, *providers, *failures.functions),
        tuple(inexact),
        tuple(library),
        bytes(scanned.text),
        arguments,
        tuple(providers),
        tuple(alternatives),
        tuple(impossible),
        broken_promise(program.promises, results),
    )


def _memory(values: list[int]) -> str:
    """The function that fills memory, byte by byte."""
    bytes = ", ".join(str(value & 255) for value in values)
    return f"""\
void {MEMORY_FUNCTION}(void *memory, unsigned long size) {{
    static const unsigned char values[] = {{{bytes}}};
    static unsigned long next = 0;
    unsigned char *bytes = memory;
    for (; size > 0; size--) {{
        if (next == {len(values)}) verilab_leave("OUT OF INPUTS\\n", 14, {EXIT_OUT_OF_INPUTS});
        *bytes++ = values[next++];
    }}
}}
"""


def _function(name: str, type: IntType, values: list[int]) -> str:
    if name == MEMORY_FUNCTION:
        return _memory(values)
    result = _FLOATING.get((name, type.width), c_type(type))
    literals = ",\n        ".join(c_literal(value, type) for value in values)
    # An empty parameter list declares nothing about the arguments, so that it fits every prototype of the source.
    return f"""\
{result} {name}() {{
    static const {c_type(type)} values[] = {{
        {literals}}};
    static unsigned long next = 0;
    if (next == {len(values)}) verilab_leave("OUT OF INPUTS\\n", 14, {EXIT_OUT_OF_INPUTS});
    return *(const {result} *)&values[next++];
}}
"""


def stubs(names: Iterable[str]) -> str:
    """Definitions of functions that the program calls and nobody defines; they do nothing and return 0."""
    return "".join(f"long long {name}() {{ return 0; }}\n" for name in names)


def instrument_label(source: str, label: str) -> str:
    """The source with a call of the error function behind every definition of the label, lines kept."""
    call = f" {LABEL_FUNCTION}();"
    # A conditional expression may have the same text; the label's definition follows no question mark.
    pattern = rf"(\?\s*)?\b{re.escape(label)}\s*:(?!:)"
    marked = re.sub(pattern, lambda match: match[0] if match[1] else match[0] + call, source)
    return f"extern void {LABEL_FUNCTION}(void);\n#line 1\n{marked}"
