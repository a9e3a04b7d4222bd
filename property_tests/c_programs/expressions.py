"""Random expressions: every operator, guarded so that no program has undefined behaviour (signed overflow wraps: -fwrapv)."""

from __future__ import annotations

import random
from collections.abc import Callable

from property_tests.c_programs.declarations import INTEGERS, Scope, Signature, Variable
from property_tests.c_programs.tree import ANYTHING, Tree, conflict, node, verbatim

CONSTANTS = (
    *("0", "1", "2", "3", "7", "10", "31", "127", "128", "255", "256", "32767", "32768", "65535", "0x10", "017", "1u", "5L", "9LL"),
    *("2147483647", "(-2147483647 - 1)", "2147483648u", "0xffffffff", "4294967295u", "(-1)", "(-2)", "(-128)", "'a'", "'\\n'", "'\\xff'"),
    *("9223372036854775807LL", "18446744073709551615ULL", "0x8000000000000000ULL", "4294967296LL", "(-5LL)", "1000000007", "0777u"),
)
INPUTS = ("int", "uint", "char", "uchar", "short", "ushort", "bool", "longlong", "ulonglong")
_ARITHMETIC = ("+", "-", "*", "&", "|", "^")
_COMPARISONS = ("==", "!=", "<", "<=", ">", ">=")


class Expressions:
    """Makes expressions from what a scope shows."""

    def __init__(self, rng: random.Random, scope: Scope) -> None:
        self.rng = rng
        self.scope = scope

    def integer(self, depth: int, *, pure: bool = False) -> Tree:
        """An arithmetic expression of any integer type; ``pure``: it may stand twice in a template."""
        if depth <= 0:
            return self._leaf(pure)
        makers: list[tuple[int, Callable[[int, bool], Tree]]] = [
            *((4, self._leaf_at), (8, self._binary), (3, self._comparison), (2, self._division), (3, self._shift), (3, self._unary)),
            *((3, self._cast), (3, self._logical), (2, self._conditional), (1, self._comma), (1, self._pointer_test), (1, self._size)),
        ]
        if not pure:
            makers += [(2, self._assignment), (2, self._step), (3, self._call), (1, self._input), (1, self._statement_expression)]
        maker = self.rng.choices([maker for _, maker in makers], [weight for weight, _ in makers])[0]
        return maker(depth - 1, pure)

    def constant(self) -> Tree:
        if self.scope.enumerators and self.rng.random() < 0.1:
            return verbatim(self.rng.choice(self.scope.enumerators))
        return verbatim(self.rng.choice(CONSTANTS))

    def _leaf_at(self, depth: int, pure: bool) -> Tree:
        return self._leaf(pure)

    def _leaf(self, pure: bool) -> Tree:
        if self.rng.random() < 0.3:
            return self.constant()
        return self.place(0, pure=pure, writable=False)[0]

    def _unsequenced(self, template: str, *operands: Tree) -> Tree:
        kept: list[Tree] = []
        for operand in operands:
            clash = any(conflict(operand, other) for other in kept)
            kept.append(self.constant() if clash else operand)
        return node(template, *kept)

    def _binary(self, depth: int, pure: bool) -> Tree:
        operator = self.rng.choice(_ARITHMETIC)
        return self._unsequenced(f"({{0}} {operator} {{1}})", self.integer(depth, pure=pure), self.integer(depth, pure=pure))

    def _comparison(self, depth: int, pure: bool) -> Tree:
        operator = self.rng.choice(_COMPARISONS)
        return self._unsequenced(f"({{0}} {operator} {{1}})", self.integer(depth, pure=pure), self.integer(depth, pure=pure))

    def _division(self, depth: int, pure: bool) -> Tree:
        operator = self.rng.choice("/%")
        if self.rng.random() < 0.4:
            divisor = self.rng.choice(("3", "-7", "2u", "10LL", "255", "-2"))
            return node(f"({{0}} {operator} {divisor})", self.integer(depth, pure=pure))
        # The most negative number divided by -1 traps, -fwrapv or not.
        guarded = f"(({{1}}) == 0 || ({{1}}) == -1 ? ({{0}}) : ({{0}}) {operator} ({{1}}))"
        return node(guarded, self.integer(depth, pure=True), self.integer(depth, pure=True))

    def _shift(self, depth: int, pure: bool) -> Tree:
        operator = self.rng.choice(("<<", ">>"))
        if self.rng.random() < 0.5:
            return node(f"({{0}} {operator} {self.rng.randrange(32)})", node("(+{0})", self.integer(depth, pure=pure)))
        template = f"(({{0}}) {operator} (({{1}}) & (8 * sizeof(+({{0}})) - 1)))"
        return self._unsequenced(template, self.integer(depth, pure=True), self.integer(depth, pure=pure))

    def _unary(self, depth: int, pure: bool) -> Tree:
        operator = self.rng.choice(("-", "~", "!", "+"))
        return node(f"({operator} {{0}})", self.integer(depth, pure=pure))

    def _cast(self, depth: int, pure: bool) -> Tree:
        return node(f"(({self.rng.choice(INTEGERS)}) {{0}})", self.integer(depth, pure=pure))

    def _logical(self, depth: int, pure: bool) -> Tree:
        operator = self.rng.choice(("&&", "||"))
        return node(f"({{0}} {operator} {{1}})", self.integer(depth, pure=pure), self.integer(depth, pure=pure))

    def _conditional(self, depth: int, pure: bool) -> Tree:
        if self.rng.random() < 0.15:
            return node("({0} ?: {1})", self.integer(depth, pure=pure), self.integer(depth, pure=pure))
        return node("({0} ? {1} : {2})", *(self.integer(depth, pure=pure) for _ in range(3)))

    def _comma(self, depth: int, pure: bool) -> Tree:
        return node("({0}, {1})", self.integer(depth, pure=pure), self.integer(depth, pure=pure))

    def _size(self, depth: int, pure: bool) -> Tree:
        return node("((int)sizeof({0}))", node("(+{0})", self.integer(0, pure=True)))

    def _pointer_test(self, depth: int, pure: bool) -> Tree:
        pointers = self.scope.having("pointer")
        if not pointers:
            return self._leaf(pure)
        pointer = self.rng.choice(pointers)
        target = self.address_of(pointer.type)
        operator = self.rng.choice(("==", "!="))
        return node(f"({pointer.name} {operator} {{0}})", target, reads=frozenset({pointer.tag}))

    def _assignment(self, depth: int, pure: bool) -> Tree:
        place, variable = self.place(depth, pure=False, writable=True)
        if variable is None:
            return place
        operator = self.rng.choice(("=", "=", "=", "+=", "-=", "*=", "&=", "|=", "^="))
        return self._written(f"({{0}} {operator} {{1}})", place, variable, self.integer(depth))

    def _written(self, template: str, place: Tree, variable: Variable, value: Tree) -> Tree:
        # The value may read what is written, but not write it, nor change where it is.
        if value.writes & (place.reads | {variable.tag}) or place.writes & (value.reads | value.writes):
            value = self.constant()
        return node(template, place, value, writes=frozenset({variable.tag}))

    def _step(self, depth: int, pure: bool) -> Tree:
        place, variable = self.place(depth, pure=False, writable=True)
        if variable is None or variable.tag in place.writes:
            return self._leaf(pure)
        template = self.rng.choice(("({0}++)", "(++{0})", "({0}--)", "(--{0})"))
        return node(template, place, writes=frozenset({variable.tag}))

    def _input(self, depth: int, pure: bool) -> Tree:
        return Tree(f"__VERIFIER_nondet_{self.rng.choice(INPUTS)}()", reads=ANYTHING, writes=ANYTHING)

    def _statement_expression(self, depth: int, pure: bool) -> Tree:
        name = self.scope.fresh("t")
        kind = self.rng.choice(INTEGERS)
        variable = Variable(name, "scalar", kind, name)
        value = self.integer(depth)
        self.scope.variables.append(variable)
        result = self.integer(depth)
        self.scope.variables.remove(variable)
        return node(f"({{{{ {kind} {name} = {{0}}; {{1}}; }}}})", value, result)

    def _call(self, depth: int, pure: bool) -> Tree:
        scope = self.scope
        functions = [function for function in scope.functions if function.record is None]
        if scope.pointed and self.rng.random() < 0.4:
            callee, signature = self._pointed_function(depth)
        elif functions:
            signature = self.rng.choice(functions)
            callee = verbatim(signature.name, "callee")
        else:
            return self._input(depth, pure)
        return self.call(callee, signature, depth)

    def call(self, callee: Tree, signature: Signature, depth: int, *, calls: bool = True) -> Tree:
        """A call with fitting arguments; only one of them may have an effect on memory."""
        operands = [callee, *(self.argument(parameter, depth, calls=calls) for parameter in signature.parameters)]
        if any(conflict(operand, other) for number, operand in enumerate(operands) for other in operands[:number]):
            operands = [callee, *(self.argument(parameter, 0, calls=False) for parameter in signature.parameters)]
            operands = [self.constant() if operand.writes else operand for operand in operands]
        template = "{0}(" + ", ".join(f"{{{number}}}" for number in range(1, len(operands))) + ")"
        return node(template, *operands, reads=ANYTHING, writes=ANYTHING)

    def _pointed_function(self, depth: int) -> tuple[Tree, Signature]:
        scope = self.scope
        variables = scope.having("function")
        signature = scope.pointed[0]
        variable = self.rng.choice(variables) if variables else None
        if variable is None:
            names = [self.rng.choice(scope.pointed).name for _ in range(2)]
            return node(f"({{0}} ? {names[0]} : {names[1]})", self.integer(depth, pure=True), kind="callee"), signature
        reads = frozenset({variable.tag})
        if variable.length:
            index = node(f"{variable.name}[({{0}}) & {variable.length - 1}]", self.integer(depth, pure=True), kind="callee", reads=reads)
            return index, signature
        return Tree(self.rng.choice((variable.name, f"(*{variable.name})")), kind="callee", reads=reads), signature

    def argument(self, parameter: Variable, depth: int, *, calls: bool = True) -> Tree:
        """An argument for a parameter of any shape; without ``calls`` only integers have effects."""
        match parameter.shape:
            case "scalar" if parameter.name == "depth":
                return verbatim(str(self.rng.randrange(4)), "depth")
            case "scalar":
                return self.integer(depth)
            case "pointer":
                return self.address_of(parameter.type)
            case "window":
                arrays = [array for array in self.scope.having("array", type=parameter.type) if array.length >= parameter.length]
                return Tree(self.rng.choice(arrays).name, kind="pointer")
            case "record":
                return self.record_value(parameter, calls=calls)
            case _:
                records = [variable for variable in self.scope.having("record") if variable.record is parameter.record]
                return Tree(f"&{self.rng.choice(records).name}", kind="pointer")

    def record_value(self, parameter: Variable, *, calls: bool = True) -> Tree:
        """A structure value: a variable, an element, what a pointer points to."""
        scope = self.scope
        options: list[Tree] = []
        for variable in scope.variables:
            if variable.record is parameter.record and variable.record is not None:
                match variable.shape:
                    case "record":
                        options.append(Tree(variable.name, kind="record", reads=frozenset({variable.tag})))
                    case "records":
                        index = f"{variable.name}[({{0}}) & {variable.length - 1}]"
                        options.append(node(index, self.integer(0, pure=True), kind="record", reads=ANYTHING))
                    case "record pointer":
                        options.append(Tree(f"*{variable.name}", kind="record", reads=ANYTHING))
        for function in scope.functions:
            if calls and function.record is parameter.record and self.rng.random() < 0.5:
                # Its own structure arguments are no calls: their nesting must end.
                options.append(self.call(verbatim(function.name, "callee"), function, 0, calls=False))
        return self.rng.choice(options)

    def address_of(self, type: str) -> Tree:
        """The address of a scalar of this type."""
        options: list[Tree] = []
        for variable in self.scope.variables:
            if variable.type == type and variable.writable:
                match variable.shape:
                    case "scalar" if variable.tag != variable.name:
                        options.append(Tree(f"&{variable.name}", kind="pointer"))
                    case "array":
                        options.append(Tree(f"&{variable.name}[{self.rng.randrange(variable.length)}]", kind="pointer"))
                    case "pointer":
                        options.append(Tree(variable.name, kind="pointer", reads=frozenset({variable.tag})))
        fields = self._field_addresses(type)
        return self.rng.choice(fields if fields and self.rng.random() < 0.3 else options)

    def _field_addresses(self, type: str) -> list[Tree]:
        """The addresses of members of structures and unions, also inside arrays."""
        options: list[Tree] = []
        for variable in self.scope.having("record", "records", "record pointer", writable=True):
            assert variable.record is not None
            base = {"record": variable.name, "records": f"{variable.name}[1]", "record pointer": f"(*{variable.name})"}[variable.shape]
            reads = frozenset({variable.tag}) if variable.shape == "record pointer" else frozenset()
            for path, member in variable.record.scalars():
                if member.type == type and member.bits is None:
                    options.append(Tree(f"&{base}{path.replace('%', '1')}", kind="pointer", reads=reads))
        return options

    def place(self, depth: int, *, pure: bool, writable: bool) -> tuple[Tree, Variable | None]:
        """An lvalue and the variable behind it (None: there is none, the tree is a constant)."""
        shapes = ("scalar", "scalar", "array", "matrix", "record", "records", "pointer", "record pointer", "window", "pointer pointer")
        shape = self.rng.choice(shapes)
        candidates = self.scope.having(shape, writable=writable) or self.scope.having("scalar", writable=writable)
        if not candidates:
            return self.constant(), None
        variable = self.rng.choice(candidates)
        through = variable.shape in ("pointer", "record pointer", "window", "pointer pointer")
        effect = Variable(variable.name, variable.shape, variable.type, next(iter(ANYTHING))) if through else variable
        template, indices = self._access(variable)
        operands = [self.integer(min(depth, 1), pure=pure) if self.rng.random() < 0.5 else self.constant() for _ in range(indices)]
        if any(operand.writes for operand in operands):
            operands = [operands[0], *(self.constant() for _ in operands[1:])]
        return node(template, *operands, reads=frozenset({variable.tag, effect.tag}), kind="int"), effect

    def _access(self, variable: Variable) -> tuple[str, int]:
        """The template of a scalar lvalue inside the variable, and how many indices it takes."""
        name, length = variable.name, variable.length
        index = f"[({{0}}) & {length - 1}]" if length and not length & (length - 1) else f"[(unsigned)({{0}}) % {length or 1}]"
        match variable.shape:
            case "scalar":
                return name, 0
            case "array" | "window":
                return (name + index, 1) if self.rng.random() < 0.8 else (f"(*({name} + (unsigned)({{0}}) % {length}))", 1)
            case "matrix":
                return f"{name}[({{0}}) & 1][(unsigned)({{1}}) % {length}]", 2
            case "pointer":
                return f"(*{name})", 0
            case "pointer pointer":
                return f"(**{name})", 0
        assert variable.record is not None
        path, member = self.rng.choice(list(variable.record.scalars()))
        base = {"record": name, "records": name + index, "record pointer": f"(*{name})"}[variable.shape]
        if variable.shape == "record pointer" and self.rng.random() < 0.7:
            base, path = name, "->" + path[1:]
        count = int(variable.shape == "records")
        text = base + path
        if member.length is not None:
            text = text.replace("[%]", f"[(unsigned)({{{count}}}) % {member.length}]")
            count += 1
        return text, count
