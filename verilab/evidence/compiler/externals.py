"""Bodies for the functions that a program declares and nobody defines: arbitrary values of the declared types.

The C text is compiled behind the program's own where types of the program are needed, else by itself.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from verilab.evidence.compiler.prototypes import Prototype

PROLOGUE = """\
extern void verilab_error(void);
extern void verilab_end(void) __attribute__((noreturn));
extern void verilab_argument(void *, unsigned long, int, int);
extern void verilab_result(int, void *, unsigned long, int, int, void **, int);
"""
_PLAIN = frozenset(["void", "char", "short", "int", "long", "signed", "unsigned", "_Bool", "float", "double", "const"])
_STARTS_THREADS = re.compile(r"thread\w*(run|create|start|spawn)|(run|create|start|spawn)\w*thread")
_CONSTANTS = 400
CHARACTER_CLASSES = frozenset(
    f"is{kind}" for kind in ("alnum", "alpha", "blank", "cntrl", "digit", "graph", "lower", "print", "punct", "space", "upper", "xdigit")
)


@dataclass(frozen=True, slots=True)
class External:
    """A function to be defined; ``number`` is what the driver calls it by."""

    number: int
    prototype: Prototype
    returns: bool

    @property
    def is_plain(self) -> bool:
        """Whether its types are the language's own, so that its body needs nothing of the program."""
        words = re.findall(r"[A-Za-z_]\w*", " ".join([self.prototype.result, *(self.prototype.parameters or ())]))
        return all(word in _PLAIN for word in words)


def body(external: External, incomplete: Collection[str] = ()) -> str:
    """The definition of an external function; ``incomplete`` are the types that have no size."""
    prototype = external.prototype
    parameters = prototype.parameters or ()
    declared = ", ".join(f"__typeof__({type}) verilab_{i}" for i, type in enumerate(parameters)) or (
        "" if prototype.parameters is None else "void"
    )
    if prototype.variadic:
        declared += ", ..."
    lines = [f"{prototype.result} {prototype.name}({declared}) {{"]
    if prototype.name == "__VERIFIER_assume" and parameters:
        return "\n".join([*lines, "    if (!verilab_0) verilab_end();", "}"])
    if not external.returns or prototype.name in ("__VERIFIER_error", "reach_error"):
        return "\n".join([*lines, "    verilab_end();", "}"])
    pointers = [i for i, type in enumerate(parameters) if "*" in type and "(*" not in type]
    for i in pointers:
        target, constant = _target(parameters[i])
        size = "0" if target in incomplete or target == "void" else f"sizeof *verilab_{i}"
        lines.append(f"    verilab_argument((void *)verilab_{i}, {size}, {int(constant)}, 0);")
    lines += _callbacks(external, pointers)
    if prototype.result != "void":
        arguments = ", ".join(f"(void *)verilab_{i}" for i in pointers) or "0"
        truth = f"__builtin_types_compatible_p({prototype.result}, _Bool)"
        lines += [
            f"    {prototype.result.replace('const ', '') if '*' not in prototype.result else prototype.result} verilab_value;",
            f"    void *verilab_pointers[] = {{{arguments}}};",
            f"    verilab_result({external.number}, (void *)&verilab_value, sizeof verilab_value, "
            f"__builtin_classify_type(verilab_value), {truth}, verilab_pointers, {len(pointers)});",
            "    return verilab_value;",
        ]
    return "\n".join([*lines, "}"])


def _target(type: str) -> tuple[str, bool]:
    """What a pointer points to, and whether it is const."""
    target = type.rpartition("*")[0].strip()
    if target.endswith("*"):
        return target, False
    if target.endswith("const"):
        return target.removesuffix("const").strip(), "*" not in target
    return target.removeprefix("const ").strip(), target.startswith("const ") and "*" not in target


def _callbacks(external: External, pointers: Sequence[int]) -> list[str]:
    """A function that starts threads runs its argument before it returns, or never."""
    parameters = external.prototype.parameters or ()
    if not _STARTS_THREADS.search(external.prototype.name):
        return []
    return [
        f"    if (verilab_{i}) verilab_{i}((void *)verilab_{pointers[0]});"
        for i, type in enumerate(parameters)
        if re.fullmatch(r"[^()]*\(\*\) \(void \*\)", type) and pointers
    ]


def tables(source: str, reads: bool) -> str:
    """The program's own constants, which its inputs are most likely compared with; ``reads``: there are inputs besides our functions'."""
    found: dict[int, None] = {}
    for match in re.finditer(r"(?<![\w.])(0[xX][0-9a-fA-F]+|\d+)[uUlL]*(?![\w.])|'(\\.|[^\\'])'", source):
        value = int(match[1], 0 if match[1][:2] in ("0x", "0X") else 10) if match[1] else ord(match[2][-1])
        if value < 1 << 64:
            found[value] = None
        if len(found) >= _CONSTANTS:
            break
    for character in "".join(re.findall(r'"([^"\n]{1,40})"', source)[:20]):
        found[ord(character) & 127] = None
    values = ", ".join(f"(long long)0x{value:x}ULL" for value in found) or "0"
    return (
        f"const long long verilab_constants[] = {{{values}}};\nconst int verilab_constant_count = {max(1, len(found))};\n"
        f"const int verilab_reads = {int(reads)};\n"
    )


def error_functions(names: Iterable[str]) -> str:
    """The functions whose call is the error."""
    return "".join(f"void {name}() {{ verilab_error(); }}\n" for name in names)


def variables(names: Iterable[str]) -> str:
    """Objects that are declared only: zeroes, and large enough for whatever they are."""
    return "".join(f"char {name}[65536] __attribute__((aligned(64)));\n" for name in names)


def guarded(names: Iterable[str]) -> str:
    """In front of the library's classification of characters: it reads beyond its table for what is no character."""
    return "".join(
        f"extern int __real_{name}(int);\nint __wrap_{name}(int c) {{ if (c < -1 || c > 255) verilab_end(); return __real_{name}(c); }}\n"
        for name in names
    )
