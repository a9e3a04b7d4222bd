"""Bodies for the functions that a program declares and nobody defines: arbitrary values of the declared types.

The C text is compiled behind the program's own where types of the program are needed, else by itself.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence

from verilab.data_classes import dataclass
from verilab.evidence.compiler.prototypes import Prototype

PROLOGUE = """\
extern void verilab_error(void);
extern int verilab_chosen(void);
extern void verilab_end(void) __attribute__((noreturn));
extern void verilab_argument(void *, unsigned long, int, int);
extern void verilab_variable(void *, unsigned long);
extern void verilab_result(int, void *, unsigned long, int, int, void **, int);
"""
_PLAIN = frozenset(["void", "char", "short", "int", "long", "signed", "unsigned", "_Bool", "float", "double", "const"])
_STARTS_THREADS = re.compile(r"thread\w*(run|create|start|spawn)|(run|create|start|spawn)\w*thread")
_ADDRESSES = ("long int", "long unsigned int", "uintptr_t", "intptr_t", "size_t")
_CONSTANTS = 400
_NARROW = {
    **dict.fromkeys(("bool", "_Bool"), "_Bool"),
    "char": "char",
    **dict.fromkeys(("uchar", "unsigned_char", "u8"), "unsigned char"),
    "short": "short",
    **dict.fromkeys(("ushort", "unsigned_short", "u16"), "unsigned short"),
}
"""The types narrower than int of inputs that nobody declares, by what their names say behind ``__VERIFIER_nondet_``."""
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
    assumes = prototype.name == "__VERIFIER_assume" and prototype.parameters != ()
    # An assumption that nobody declares with its parameter has one all the same.
    parameters = prototype.parameters or (("int",) if assumes else ())
    declared = ", ".join(f"__typeof__({type}) verilab_{i}" for i, type in enumerate(parameters)) or (
        "" if prototype.parameters is None else "void"
    )
    if prototype.variadic:
        declared += ", ..."
    lines = [f"{prototype.result} {prototype.name}({declared}) {{"]
    if assumes:
        return "\n".join([*lines, "    if (!verilab_0) verilab_end();", "}"])
    if not external.returns or prototype.name in ("__VERIFIER_error", "reach_error"):
        return "\n".join([*lines, "    verilab_end();", "}"])
    if prototype.name == "__VERIFIER_nondet_memory" and len(parameters) == 2:
        filled = (
            f"verilab_result({external.number}, (void *)((unsigned char *)verilab_0 + verilab_i), 1, __builtin_classify_type(0), 0, 0, 0);"
        )
        return "\n".join([*lines, f"    for (unsigned long verilab_i = 0; verilab_i < verilab_1; verilab_i++) {filled}", "}"])
    pointers = [i for i, type in enumerate(parameters) if "*" in type and "(*" not in type]
    for i in pointers:
        target, constant = _target(parameters[i])
        size = "0" if target in incomplete or target == "void" else f"sizeof *verilab_{i}"
        lines.append(f"    verilab_argument((void *)verilab_{i}, {size}, {int(constant)}, 0);")
    # An address may come as an integer.
    lines += [f"    verilab_argument((void *)verilab_{i}, 1, 0, 0);" for i, type in enumerate(parameters) if type in _ADDRESSES]
    lines += _callbacks(external, pointers)
    if prototype.result != "void":
        arguments = ", ".join(f"(void *)verilab_{i}" for i in pointers) or "0"
        narrow = _NARROW.get(prototype.name.removeprefix("__VERIFIER_nondet_")) if prototype.implicit else None
        held = narrow or (prototype.result.replace("const ", "") if "*" not in prototype.result else prototype.result)
        truth = f"__builtin_types_compatible_p({held}, _Bool)"
        lines += [
            f"    {held} verilab_value;",
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
    """A function may call the functions that it is given, with arguments of any value, of its own pointers among them.

    One that starts threads runs them, before it returns or never.
    """
    lines = []
    given = ", ".join(f"(void *)verilab_{i}" for i in pointers) or "0"
    for i, type in enumerate(external.prototype.parameters or ()):
        called = re.fullmatch(r"[^()]*\(\*\) \(([^()]*)\)", type)
        if called is None or "..." in called[1] or "???" in called[1]:
            continue
        types = [] if called[1].strip() == "void" else [parameter.strip() for parameter in called[1].split(",")]
        arguments = [f"verilab_{i}_{k}" for k in range(len(types))]
        if _STARTS_THREADS.search(external.prototype.name) and pointers and types == ["void *"]:
            lines.append(f"    if (verilab_{i}) verilab_{i}((void *)verilab_{pointers[0]});")
            continue
        lines += [f"    if (verilab_{i} && verilab_chosen()) {{", f"        void *verilab_given[] = {{{given}}};"]
        for name, parameter in zip(arguments, types, strict=True):
            lines.append(
                f"        __typeof__({parameter}) {name}; verilab_result({external.number}, (void *)&{name}, sizeof {name}, "
                f"__builtin_classify_type({name}), 0, verilab_given, {len(pointers)});"
            )
        lines += [f"        verilab_{i}({', '.join(arguments)});", "    }"]
    return lines


def tables(source: str, reads: bool, words: int | None = None) -> str:
    """The program's own constants, which its inputs are most likely compared with; ``reads``: there are inputs besides our functions'.

    ``words``: the number that words of provided memory have among the inputs, None where no memory is provided.
    """
    constants: dict[int, None] = {}
    for match in re.finditer(r"(?<![\w.])(0[xX][0-9a-fA-F]+|\d+)[uUlL]*(?![\w.])|'(\\.|[^\\'])'", source):
        value = int(match[1], 0 if match[1][:2] in ("0x", "0X") else 10) if match[1] else ord(match[2][-1])
        if value < 1 << 64:
            constants[value] = None
        if len(constants) >= _CONSTANTS:
            break
    for character in "".join(re.findall(r'"([^"\n]{1,40})"', source)[:20]):
        constants[ord(character) & 127] = None
    values = ", ".join(f"(long long)0x{value:x}ULL" for value in constants) or "0"
    return (
        f"const long long verilab_constants[] = {{{values}}};\nconst int verilab_constant_count = {max(1, len(constants))};\n"
        f"const int verilab_reads = {int(reads)};\n"
        f"const int verilab_provides = {int(words is not None)};\nconst int verilab_word_input = {words or 0};\n"
    )


def error_functions(names: Iterable[str]) -> str:
    """The functions whose call is the error."""
    return "".join(f"void {name}() {{ verilab_error(); }}\n" for name in names)


SIZES = tuple(1 << power for power in (16, 18, 20, 22, 24, 26, 28))
"""Bytes of objects that are declared only: the least of these that is enough; the first where the declaration does not say."""


def variables(sizes: Mapping[str, int]) -> str:
    """Objects that are declared only, of these sizes, and what gives them values."""
    objects = "".join(f"char {name}[{size}] __attribute__((aligned(64)));\n" for name, size in sizes.items())
    values = " ".join(f"verilab_variable({name}, 256);" for name in sizes)
    return f"{objects}void verilab_variables(void) {{ {values} }}\n"


def guarded(names: Iterable[str]) -> str:
    """In front of the library's classification of characters: it reads beyond its table for what is no character."""
    return "".join(
        f"extern int __real_{name}(int);\nint __wrap_{name}(int c) {{ if (c < -1 || c > 255) verilab_end(); return __real_{name}(c); }}\n"
        for name in names
    )
