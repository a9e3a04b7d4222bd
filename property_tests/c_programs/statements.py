"""Random statements: every control structure, with bounded loops."""

from __future__ import annotations

import random
from collections.abc import Callable

from property_tests.c_programs.declarations import Scope, Signature, Variable, integer_type
from property_tests.c_programs.expressions import Expressions
from property_tests.c_programs.tree import MEMORY, Tree, node, verbatim

EMPTY = Tree(";", kind="stmt")


def statement(template: str, *children: Tree) -> Tree:
    return Tree(template, children, "stmt")


def sequence(statements: list[Tree]) -> Tree:
    return Tree("\n".join(f"{{{number}}}" for number in range(len(statements))), tuple(statements), "sequence")


class Statements:
    """Makes the body of one function."""

    def __init__(self, rng: random.Random, scope: Scope, result: Signature) -> None:
        self.rng = rng
        self.scope = scope
        self.result = result
        self.make = Expressions(rng, scope)
        self.loops = 0

    def block(self, depth: int, size: int) -> Tree:
        """Statements in a scope of their own."""
        visible = len(self.scope.variables)
        statements = [self.one(depth) for _ in range(self.rng.randrange(1, size + 1))]
        del self.scope.variables[visible:]
        return sequence(statements)

    def one(self, depth: int) -> Tree:
        simple: list[tuple[int, Callable[[int], Tree]]] = [
            *((8, self._expression), (3, self._declaration), (4, self._observe), (1, self._record_copy), (1, self._repoint)),
            *((1, self._array_declaration), (1, self._pointer_declaration), (1, self._call_for_effect), (1, self._record_declaration)),
            (1, self._block_operation),
        ]
        if depth > 0:
            simple += [(4, self._if), (2, self._for), (1, self._while), (1, self._do), (2, self._switch), (1, self._goto)]
            simple += [(1, self._jump_into_loop), (1, self._backward_goto), (1, self._walk), (1, self._nested_block)]
        if self.loops:
            simple += [(1, self._leave_loop)]
        if depth < 2:
            simple += [(1, self._return)]
        maker = self.rng.choices([maker for _, maker in simple], [weight for weight, _ in simple])[0]
        return maker(depth)

    def _value(self) -> Tree:
        return self.make.integer(self.rng.randrange(1, 4))

    def _expression(self, depth: int) -> Tree:
        if self.rng.random() < 0.3:
            return statement("{0};", self.make._step(1, False))
        place, variable = self.make.place(2, pure=False, writable=True)
        if variable is None:
            return statement("{0};", self._value())
        roll = self.rng.random()
        if roll < 0.7:
            return statement("{0};", self.make._written("{0} = {1}", place, variable, self._value()))
        if roll < 0.9:
            operator = self.rng.choice(("+=", "-=", "*=", "&=", "|=", "^="))
            return statement("{0};", self.make._written(f"{{0}} {operator} {{1}}", place, variable, self._value()))
        template = self.rng.choice(("{0} <<= ({1}) & 7", "{0} >>= ({1}) & 7", "{0} /= (({1}) & 7) + 2", "{0} %= (({1}) & 7) + 2"))
        return statement("{0};", self.make._written(template, place, variable, self._value()))

    def _observe(self, depth: int) -> Tree:
        return statement(f"{self.scope.prefix}observe({{0}});", self._value())

    def _declaration(self, depth: int) -> Tree:
        addressable = self.rng.random() < 0.3
        kind = integer_type(self.rng, addressable=addressable)
        name = self.scope.fresh("v")
        static = self.rng.random() < 0.1
        value = self.make.constant() if static else self._value()
        self.scope.variables.append(Variable(name, "scalar", kind, MEMORY if addressable or static else name))
        return statement(f"{'static ' if static else ''}{kind} {name} = {{0}};", value)

    def _array_declaration(self, depth: int) -> Tree:
        kind, name, length = integer_type(self.rng, addressable=True), self.scope.fresh("a"), self.rng.choice((2, 3, 4))
        values = [self.make.integer(1, pure=True) for _ in range(self.rng.randrange(1, length + 1))]
        self.scope.variables.append(Variable(name, "array", kind, MEMORY, length))
        fields = ", ".join(f"{{{number}}}" for number in range(len(values)))
        return statement(f"{kind} {name}[{length}] = {{{{ {fields} }}}};", *values)

    def _record_declaration(self, depth: int) -> Tree:
        """A local structure, copied or initialised member by member (inner braces left out), or a local function pointer."""
        name = self.scope.fresh("r")
        if self.rng.random() < 0.2 and self.scope.pointed:
            names = [self.rng.choice(self.scope.pointed).name for _ in range(2)]
            value = self.make.integer(1, pure=True)
            self.scope.variables.append(Variable(name, "function", self.scope.pointer_type, name))
            return statement(f"{self.scope.pointer_type} {name} = {{0}} ? {names[0]} : {names[1]};", value)
        record = self.rng.choice(self.scope.records)
        variable = Variable(name, "record", record.type, MEMORY, record=record)
        if self.rng.random() < 0.5 or not record.type.startswith("struct"):
            declared = statement(f"{record.type} {name} = {{0}};", self.make.record_value(variable))
        else:
            values = [self.make.integer(1, pure=True) for _ in range(self.rng.randrange(1, len(record.fields) + 1))]
            fields = ", ".join(f"{{{number}}}" for number in range(len(values)))
            declared = statement(f"{record.type} {name} = {{{{ {fields} }}}};", *values)
        self.scope.variables.append(variable)
        return declared

    def _pointer_declaration(self, depth: int) -> Tree:
        kind, name = integer_type(self.rng, addressable=True), self.scope.fresh("p")
        pointers = self.scope.having("pointer", type=kind, writable=True)
        if pointers and self.rng.random() < 0.3 and (target := self.rng.choice(pointers)).tag == MEMORY:
            self.scope.variables.append(Variable(name, "pointer pointer", kind, name))
            return statement(f"{kind} **{name} = &{target.name};")
        value = self.make.address_of(kind)
        if self.rng.random() < 0.4:
            value = node("({0} ? {1} : {2})", self.make.integer(1, pure=True), value, self.make.address_of(kind), kind="pointer")
        self.scope.variables.append(Variable(name, "pointer", kind, MEMORY if self.rng.random() < 0.5 else name))
        return statement(f"{kind} *{name} = {{0}};", value)

    def _repoint(self, depth: int) -> Tree:
        """Let a local pointer or function pointer point elsewhere; globals never point to locals."""
        pointers = [variable for variable in self.scope.having("pointer", "function", writable=True) if not variable.length]
        if not pointers:
            return self._expression(depth)
        pointer = self.rng.choice(pointers)
        if pointer.shape == "function":
            names = [self.rng.choice(self.scope.pointed).name for _ in range(2)]
            return statement(f"{pointer.name} = {{0}} ? {names[0]} : &{names[1]};", self.make.integer(1, pure=True))
        # A pointer to a variable of an inner block must not outlive it: only what the file declares, or what it points to already.
        targets = [
            variable for variable in self.scope.having("scalar", type=pointer.type) if variable.name.startswith(self.scope.prefix + "g")
        ]
        if not targets:
            return self._expression(depth)
        return statement(f"if ({{0}}) {pointer.name} = &{self.rng.choice(targets).name};", self.make.integer(1, pure=True))

    def _record_copy(self, depth: int) -> Tree:
        targets = self.scope.having("record", "record pointer", writable=True)
        if not targets:
            return self._expression(depth)
        target = self.rng.choice(targets)
        place = target.name if target.shape == "record" else f"*{target.name}"
        return statement(f"{place} = {{0}};", self.make.record_value(target))

    def _block_operation(self, depth: int) -> Tree:
        """memset or memcpy of a whole structure or array."""
        targets = self.scope.having("record", "array", writable=True)
        target = self.rng.choice(targets)
        sources = [other for other in targets if other.shape == target.shape and (other.type, other.length) == (target.type, target.length)]
        address = f"&{target.name}" if target.shape == "record" else target.name
        if self.rng.random() < 0.5:
            byte = 0 if target.type == "_Bool" or target.record is not None else self.rng.choice((0, 0, 255, 0x5A))
            return statement(f"memset({address}, {byte}, sizeof({target.name}));")
        source = self.rng.choice(sources)
        if source is target:
            return self._expression(depth)
        return statement(f"memcpy({address}, {'&' if target.shape == 'record' else ''}{source.name}, sizeof({target.name}));")

    def _call_for_effect(self, depth: int) -> Tree:
        if not self.scope.functions:
            return self._expression(depth)
        function = self.rng.choice(self.scope.functions)
        call = self.make.call(verbatim(function.name, "callee"), function, 1)
        return statement(self.rng.choice(("{0};", "(void){0};")), call)

    def _if(self, depth: int) -> Tree:
        if self.rng.random() < 0.5:
            return statement("if ({0}) {{\n{1}\n}}", self._value(), self.block(depth - 1, 3))
        return statement("if ({0}) {{\n{1}\n}} else {{\n{2}\n}}", self._value(), self.block(depth - 1, 3), self.block(depth - 1, 3))

    def _nested_block(self, depth: int) -> Tree:
        return statement("{{\n{0}\n}}", self.block(depth - 1, 3))

    def _body(self, depth: int) -> Tree:
        self.loops += 1
        body = self.block(depth - 1, 3)
        self.loops -= 1
        return body

    def _counter(self) -> Variable:
        variable = Variable(self.scope.fresh("c"), "scalar", "int", "counter", writable=False)
        self.scope.variables.append(variable)
        return variable

    def _for(self, depth: int) -> Tree:
        counter = self._counter()
        name, bound = counter.name, self.rng.randrange(1, 5)
        body = self._body(depth)
        self.scope.variables.remove(counter)
        header = f"for (int {name} = 0; {name} < {bound}; {name}++)"
        if self.rng.random() < 0.3:
            header = f"for (int {name} = {bound}, {name}_end = 0; {name} > {name}_end; --{name})"
        return statement(header + " {{\n{0}\n}}", body)

    def _while(self, depth: int) -> Tree:
        counter = self._counter()
        name = counter.name
        condition, body = self._value(), self._body(depth)
        return statement(f"int {name} = {self.rng.randrange(5)}; while ({name}-- > 0 && ({{0}})) {{{{\n{{1}}\n}}}}", condition, body)

    def _do(self, depth: int) -> Tree:
        name = self._counter().name
        body, condition = self._body(depth), self._value()
        return statement(f"int {name} = 0; do {{{{\n{{0}}\n}}}} while (++{name} < {self.rng.randrange(1, 5)} && ({{1}}));", body, condition)

    def _leave_loop(self, depth: int) -> Tree:
        return statement(f"if ({{0}}) {self.rng.choice(('break', 'continue'))};", self.make.integer(1))

    def _switch(self, depth: int) -> Tree:
        labels = [f"case {value}:" for value in self.rng.sample(range(-2, 8), self.rng.randrange(1, 4))]
        if self.rng.random() < 0.3:
            labels.append("case 20 ... 90:")
        if self.rng.random() < 0.7:
            labels.insert(self.rng.randrange(len(labels) + 1), "default:")
        parts, children = [], [self._value()]
        loops, self.loops = self.loops, 0
        for label in labels:
            children.append(self.block(depth - 1, 2))
            parts.append(f"{label} {{{{\n{{{len(children) - 1}}}\n}}}}{'' if self.rng.random() < 0.4 else ' break;'}")
        self.loops = loops
        selector = self.rng.choice(("{0}", "({0}) & 7", "({0}) % 5"))
        return statement(f"switch ({selector}) {{{{\n" + "\n".join(parts) + "\n}}", *children)

    def _goto(self, depth: int) -> Tree:
        label = self.scope.fresh("l")
        return statement(f"if ({{0}}) goto {label};\n{{{{\n{{1}}\n}}}}\n{label}: ;", self._value(), self.block(depth - 1, 3))

    def _backward_goto(self, depth: int) -> Tree:
        label, name = self.scope.fresh("l"), self._counter().name
        template = f"int {name} = 0;\n{label}: {{{{\n{{0}}\n}}}}\nif (++{name} < {self.rng.randrange(1, 4)} && ({{1}})) goto {label};"
        return statement(template, self.block(depth - 1, 2), self._value())

    def _jump_into_loop(self, depth: int) -> Tree:
        label, name = self.scope.fresh("l"), self._counter().name
        template = (
            f"int {name} = 0;\nif ({{0}}) goto {label};\nwhile ({name} < {self.rng.randrange(1, 4)}) {{{{\n{name}++;\n"
            f"{{{{\n{{1}}\n}}}}\n{label}: {{{{\n{{2}}\n}}}}\n{name}++;\n}}}}"
        )
        loops, self.loops = self.loops, 0
        first, second = self.block(depth - 1, 2), self.block(depth - 1, 2)
        self.loops = loops
        return statement(template, self._value(), first, second)

    def _walk(self, depth: int) -> Tree:
        """A pointer that runs over an array."""
        arrays = self.scope.having("array")
        if not arrays:
            return self._expression(depth)
        array = self.rng.choice(arrays)
        name = self.scope.fresh("q")
        walker = Variable(name, "pointer", array.type, "counter", writable=False)
        self.scope.variables.append(walker)
        body = self._body(depth)
        self.scope.variables.remove(walker)
        element = self.rng.choice((f"*{name}", f"{name} - {array.name}", f"{name}[0]"))
        end = self.rng.choice((f"{array.name} + {array.length}", f"&{array.name}[{array.length}]"))
        observe = f"{self.scope.prefix}observe({element});"
        return statement(f"for ({array.type} *{name} = {array.name}; {name} < {end}; {name}++) {{{{\n{observe}\n{{0}}\n}}}}", body)

    def _return(self, depth: int) -> Tree:
        if self.result.record is not None:
            return statement("if ({0}) return {1};", self.make.integer(1), self.make.record_value(self.returned()))
        return statement("if ({0}) return {1};", self.make.integer(1), self._value())

    def returned(self) -> Variable:
        """The function's result as a parameter-like variable."""
        return Variable("result", "record", self.result.result, MEMORY, record=self.result.record)

    def final_return(self) -> Tree:
        if self.result.record is not None:
            return Tree("return {0};", (self.make.record_value(self.returned()),), "return")
        return Tree("return {0};", (self._value(),), "return")
