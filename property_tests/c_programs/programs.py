"""Whole random programs: declarations, functions and a ``main`` that ends with observing every global.

The program's only output is the checksum of what it observes: ``<prefix>checksum``, an unsigned 64-bit global.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from hypothesis import strategies as st

from property_tests.c_programs.declarations import INTEGERS, Record, Scope, Signature, Variable, integer_type, make_record
from property_tests.c_programs.expressions import CONSTANTS, INPUTS
from property_tests.c_programs.statements import Statements
from property_tests.c_programs.tree import MEMORY, Tree, verbatim

ADDRESSABLE = ("int", "unsigned char", "short", "unsigned int", "long long")
C_NAMES = {
    "int": "int",
    "uint": "unsigned int",
    "char": "char",
    "uchar": "unsigned char",
    "short": "short",
    "ushort": "unsigned short",
    "bool": "_Bool",
    "longlong": "long long",
    "ulonglong": "unsigned long long",
}
MEMORY_FUNCTIONS = "extern void *memset(void *, int, unsigned long);\nextern void *memcpy(void *, const void *, unsigned long);"
FUEL = 40  # function calls before every further call returns at once


@dataclass(frozen=True, slots=True)
class CProgram:
    """A program: its tree, the prefix of its names, and the values that its inputs take, in order and cyclically."""

    prefix: str
    tree: Tree
    inputs: tuple[int, ...]

    @property
    def text(self) -> str:
        """The program as one translation unit with its input functions declared."""
        return f"{input_declarations()}\n{self.tree.render()}\n"


def input_declarations() -> str:
    inputs = "\n".join(f"extern {C_NAMES[name]} __VERIFIER_nondet_{name}(void);" for name in INPUTS)
    # main compares the checksum at its end, so that the front end cannot drop it as unread.
    return f"{inputs}\nextern void reach_error(void);\n{MEMORY_FUNCTIONS}"


def random_program(rng: random.Random, prefix: str = "p_", *, size: int = 3) -> CProgram:
    """A program of about ``size`` functions."""
    return _Maker(rng, prefix, size).program()


def programs(size: int = 2) -> st.SearchStrategy[CProgram]:
    """The hypothesis strategy: every draw of the generator is hypothesis's own, so that it can be shrunk."""
    return st.randoms(use_true_random=False).map(lambda rng: random_program(rng, size=size))


class _Maker:
    def __init__(self, rng: random.Random, prefix: str, size: int) -> None:
        self.rng = rng
        self.scope = Scope(prefix)
        self.size = size
        self.parts: list[Tree] = []
        self.observed: list[str] = []

    def program(self) -> CProgram:
        scope, rng = self.scope, self.rng
        prefix = scope.prefix
        self._add(f"static unsigned long long {prefix}checksum = 0;\nstatic int {prefix}fuel = {FUEL};")
        self._add(
            f"static void {prefix}observe(long long value) {{ {prefix}checksum = {prefix}checksum * 31 + (unsigned long long)value; }}"
        )
        self._enumeration()
        for _ in range(rng.randrange(1, 4)):
            record = make_record(rng, scope)
            scope.records.append(record)
            self._add(record.definition())
        self._globals()
        self._pointed_functions()
        for _ in range(rng.randrange(1, self.size + 1)):
            self._function(self._signature())
        if rng.random() < 0.3:
            self._recursive_function()
        self._main()
        inputs = tuple(rng.choice((rng.randrange(-3, 10), rng.randrange(-(2**63), 2**63), rng.randrange(-300, 300))) for _ in range(32))
        template = "\n".join(f"{{{number}}}" for number in range(len(self.parts)))
        return CProgram(prefix, Tree(template, tuple(self.parts), "program"), inputs)

    def _add(self, text: str) -> None:
        self.parts.append(verbatim(text, "global"))

    def _enumeration(self) -> None:
        names = [self.scope.fresh("E") for _ in range(3)]
        values = (str(self.rng.randrange(-5, 5)), None, f"{names[0]} + {self.rng.randrange(1, 200)}")
        self.scope.enumerators = names
        listed = ", ".join(name if value is None else f"{name} = {value}" for name, value in zip(names, values, strict=True))
        self._add(f"enum {self.scope.prefix}e {{ {listed} }};")

    def _constant(self) -> str:
        rng = self.rng
        value = rng.choice(CONSTANTS)
        roll = rng.random()
        if roll < 0.7:
            return value
        if roll < 0.8:
            return f"({rng.choice(INTEGERS)}){value}"
        return rng.choice(
            (f"{value} + {rng.choice(CONSTANTS)}", f"~{value}", f"!{value}", f"{value} > 5 ? 1 : 2u", f"sizeof({rng.choice(INTEGERS)})")
        )

    def _globals(self) -> None:
        for kind in ADDRESSABLE:
            self._scalar(kind)
            self._array(kind, 4)
        for _ in range(self.rng.randrange(1, 4)):
            self._scalar(integer_type(self.rng))
        self._scalar(f"enum {self.scope.prefix}e")
        self._array("short", 3, rows=2)
        self._string()
        for record in self.scope.records:
            self._record(record)
        for kind in self.rng.sample(ADDRESSABLE, 2):
            target = next(variable for variable in self.scope.having("scalar", type=kind))
            name = self.scope.fresh("gp")
            self._add(f"static {kind} *{name} = &{target.name};")
            self.scope.variables.append(Variable(name, "pointer", kind, MEMORY))

    def _scalar(self, kind: str) -> None:
        name = self.scope.fresh("g")
        value = f" = {self._constant()}" if self.rng.random() < 0.7 else ""
        self._add(f"static {kind} {name}{value};")
        self.scope.variables.append(Variable(name, "scalar", kind, MEMORY))
        self.observed.append(name)

    def _array(self, kind: str, length: int, rows: int = 0) -> None:
        name = self.scope.fresh("g")
        values = [self._constant() for _ in range(self.rng.randrange(1, length + 1))]
        if rows:
            initialiser = f"{{ {{ {', '.join(values)} }}, {{ [1] = {self._constant()} }} }}"
        elif self.rng.random() < 0.3:
            initialiser = f"{{ [{self.rng.randrange(length)}] = {values[0]} }}"
        else:
            initialiser = f"{{ {', '.join(values)} }}"
        self._add(f"static {kind} {name}{f'[{rows}]' if rows else ''}[{length}] = {initialiser};")
        self.scope.variables.append(Variable(name, "matrix" if rows else "array", kind, MEMORY, length))
        prefixes = [f"{name}[{row}]" for row in range(rows)] or [name]
        self.observed.extend(f"{start}[{index}]" for start in prefixes for index in range(length))

    def _string(self) -> None:
        """A character array initialised by a string, with or without room for its end."""
        name, text = self.scope.fresh("g"), self.rng.choice(("", "a", "ab\\n", "abc", "\\x81z", "a\\0b"))
        self._add(f'static char {name}[4] = "{text}";')
        self.scope.variables.append(Variable(name, "array", "char", MEMORY, 4))
        self.observed.extend(f"{name}[{index}]" for index in range(4))

    def _record(self, record: Record) -> None:
        name, array, pointer = (self.scope.fresh(stem) for stem in ("g", "g", "gp"))
        first = record.fields[-1] if record.type.startswith("struct") else record.fields[0]
        plain = first.inner is None and first.length is None
        initialiser = f" = {{ .{first.name} = {self._constant()} }}" if plain else f" = {{ {self._constant()} }}"
        self._add(
            f"static {record.type} {name}{initialiser};\nstatic {record.type} {array}[2];\nstatic {record.type} *{pointer} = &{name};"
        )
        self.scope.variables += [
            Variable(name, "record", record.type, MEMORY, record=record),
            Variable(array, "records", record.type, MEMORY, 2, record),
            Variable(pointer, "record pointer", record.type, MEMORY, record=record),
        ]
        for path, member in record.scalars():
            for index in range(member.length or 1):
                self.observed += [f"{base}{path.replace('%', str(index))}" for base in (name, f"{array}[0]", f"{array}[1]")]

    def _pointed_functions(self) -> None:
        """Functions of one signature, a table of them and a pointer that changes."""
        scope, rng = self.scope, self.rng
        result, parameters = (
            integer_type(rng),
            (Variable("a", "scalar", integer_type(rng), "a"), Variable("b", "scalar", integer_type(rng), "b")),
        )
        scope.pointer_type = f"{scope.prefix}fn"
        self._add(f"typedef {result} (*{scope.pointer_type})({', '.join(parameter.type for parameter in parameters)});")
        signatures = []
        for _ in range(2):
            signature = Signature(scope.fresh("h"), result, parameters)
            self._function(signature, size=1)
            signatures.append(signature)
        scope.pointed = signatures
        table, pointer = scope.fresh("g"), scope.fresh("gp")
        self._add(f"static {scope.pointer_type} {table}[2] = {{ {signatures[0].name}, &{signatures[1].name} }};")
        self._add(f"static {scope.pointer_type} {pointer} = {signatures[0].name};")
        scope.variables.append(Variable(table, "function", scope.pointer_type, MEMORY, 2, writable=False))
        scope.variables.append(Variable(pointer, "function", scope.pointer_type, MEMORY))

    def _signature(self) -> Signature:
        rng, scope = self.rng, self.scope
        parameters: list[Variable] = []
        for number in range(rng.randrange(4)):
            shape = rng.choice(("scalar", "scalar", "pointer", "window", "record", "record pointer"))
            name = f"a{number}"
            if shape.startswith("record"):
                record = rng.choice(scope.records)
                tag = name if shape == "record pointer" else MEMORY
                parameters.append(Variable(name, shape, record.type, tag, record=record))
            else:
                kind = integer_type(rng, addressable=shape != "scalar")
                parameters.append(Variable(name, shape, kind, name, 4 if shape == "window" else 0))
        if rng.random() < 0.25:
            record = rng.choice(scope.records)
            return Signature(scope.fresh("f"), record.type, tuple(parameters), record)
        return Signature(scope.fresh("f"), integer_type(rng), tuple(parameters))

    def _function(self, signature: Signature, size: int = 3) -> None:
        scope = self.scope
        visible = len(scope.variables)
        scope.variables.extend(signature.parameters)
        body = Statements(self.rng, scope, signature)
        block = body.block(2 if size > 1 else 0, size + 2)
        final = body.final_return()
        del scope.variables[visible:]
        early = f"if ({scope.prefix}fuel-- <= 0) return {self._early(signature)};"
        template = f"static {signature.result} {signature.name}({_parameters(signature)}) {{{{\n{early}\n{{0}}\n{{1}}\n}}}}"
        self.parts.append(Tree(template, (block, final), "function"))
        scope.functions.append(signature)

    def _early(self, signature: Signature) -> str:
        if signature.record is None:
            return "0"
        return next(variable.name for variable in self.scope.having("record") if variable.record is signature.record)

    def _recursive_function(self) -> None:
        scope = self.scope
        depth = Variable("depth", "scalar", "int", "depth", writable=False)
        value = Variable("value", "scalar", integer_type(self.rng), "value")
        signature = Signature(scope.fresh("f"), integer_type(self.rng), (depth, value))
        visible = len(scope.variables)
        scope.variables.extend(signature.parameters)
        body = Statements(self.rng, scope, signature)
        block, argument, rest = body.block(1, 2), body.make.integer(1, pure=True), body.make.integer(1, pure=True)
        del scope.variables[visible:]
        template = (
            f"static {signature.result} {signature.name}({_parameters(signature)}) {{{{\nif (depth <= 0) return value;\n{{0}}\n"
            f"{signature.result} below = {signature.name}(depth - 1, {{1}});\nreturn below + {{2}};\n}}}}"
        )
        self.parts.append(Tree(template, (block, argument, rest), "function"))
        scope.functions.append(signature)

    def _main(self) -> None:
        scope = self.scope
        body = Statements(self.rng, scope, Signature("main", "int", ()))
        visible = len(scope.variables)
        statements = [body.one(2) for _ in range(self.rng.randrange(3, 9))]
        calls = [body._call_for_effect(1) for _ in range(2)]
        del scope.variables[visible:]
        # Returning from main early would leave the globals unobserved.
        work = Signature(f"{scope.prefix}work", "int", ())
        children = (*statements, *calls)
        lines = "\n".join(f"{{{number}}}" for number in range(len(children)))
        self.parts.append(Tree(f"static int {work.name}(void) {{{{\n{lines}\nreturn 0;\n}}}}", children, "function"))
        observations = "\n".join(f"{{{number}}}" for number in range(len(self.observed)))
        leaves = tuple(verbatim(f"{scope.prefix}observe({place});", "stmt") for place in self.observed)
        start = f"int main(void) {{{{\n{scope.prefix}observe({work.name}());"
        end = f"if ({scope.prefix}checksum == 1) reach_error();\nreturn 0;\n}}}}"
        self.parts.append(Tree(f"{start}\n{observations}\n{end}", leaves, "function"))


def _parameters(signature: Signature) -> str:
    declared = []
    for parameter in signature.parameters:
        star = "*" if parameter.shape in ("pointer", "record pointer") else ""
        declared.append(f"{parameter.type} {star}{parameter.name}{'[4]' if parameter.shape == 'window' else ''}")
    return ", ".join(declared) or "void"
