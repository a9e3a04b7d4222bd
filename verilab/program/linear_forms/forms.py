"""Linear forms over a program's variables, modulo 2^width."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from verilab.data_classes import dataclass
from verilab.program.expressions import Binary, Cast, Constant, Expression, Read, Unary, postorder
from verilab.program.operations import Assume
from verilab.program.storages import Variable
from verilab.program.types import IntType

Terms = tuple[tuple[Variable, int], ...]
"""Variables with their coefficients in [1, 2^width), by slot."""


@dataclass(frozen=True, slots=True)
class Form:
    """``sum of coefficient * variable + constant`` modulo 2^``width``; all variables have that width, whatever their signs."""

    terms: Terms
    constant: int
    width: int

    @property
    def variables(self) -> tuple[Variable, ...]:
        return tuple(variable for variable, _ in self.terms)

    @property
    def type(self) -> IntType:
        """The type in which it is computed: unsigned numbers wrap around."""
        return IntType(self.width, signed=False)

    def plus(self, other: Form, factor: int = 1) -> Form:
        """This one and ``factor`` times the other."""
        total = dict(self.terms)
        for variable, coefficient in other.terms:
            total[variable] = total.get(variable, 0) + factor * coefficient
        return form(total, self.constant + factor * other.constant, self.width)

    def times(self, factor: int) -> Form:
        return form({variable: factor * coefficient for variable, coefficient in self.terms}, factor * self.constant, self.width)

    def substituted(self, target: Variable, value: Form) -> Form:
        """The form in which ``value`` stands for ``target``."""
        coefficient = dict(self.terms).get(target, 0)
        rest = {variable: factor for variable, factor in self.terms if variable is not target}
        return form(rest, self.constant, self.width).plus(value, coefficient)

    def normal(self) -> tuple[Terms, int]:
        """Terms and a sign: this form is the sign times the terms, plus the constant; a form and its negation have the same terms."""
        if len(self.terms) == 1 and self.terms[0][1] == 1:
            return self.terms, 1  # of most
        opposite = self.times(-1).terms
        if [coefficient for _, coefficient in self.terms] <= [coefficient for _, coefficient in opposite]:
            return self.terms, 1
        return opposite, -1

    def expression(self) -> Expression:
        """Its value as an expression over the variables."""
        type = self.type
        total: Expression | None = None
        for variable, coefficient in self.terms:
            part: Expression = Read(variable) if variable.type == type else Cast(Read(variable), type)
            negative = coefficient > type.maximum // 2
            factor = (1 << self.width) - coefficient if negative else coefficient
            if factor != 1:
                part = Binary("*", Constant(factor, type), part, type)
            alone = Unary("-", part, type) if negative else part
            total = alone if total is None else Binary("-" if negative else "+", total, part, type)
        return shifted(total, self.constant, type)


def shifted(expression: Expression | None, constant: int, type: IntType) -> Expression:
    """The sum of an expression (None: 0) and a constant, in that unsigned type."""
    if expression is None or not constant:
        return Constant(constant, type) if expression is None else expression
    return Binary("+", expression, Constant(constant, type), type)


def form(terms: Mapping[Variable, int], constant: int, width: int) -> Form:
    """The form with these coefficients, taken modulo 2^width."""
    modulus = 1 << width
    left = [(variable, coefficient % modulus) for variable, coefficient in terms.items() if coefficient % modulus]
    return Form(tuple(sorted(left, key=lambda term: term[0].slot)), constant % modulus, width)


def linear_form(expression: Expression) -> Form | None:
    """The form that has the expression's value, modulo 2^(its width); None where there is none."""
    width = expression.type.width
    match expression:  # of most, as below
        case Constant(value=value):
            return Form((), value % (1 << width), width)
        case Read(variable=variable) | Cast(operand=Read(variable=variable)):
            return Form(((variable, 1),), 0, width) if variable.type.width == width else None
        case Cast() | Unary(operator="-") | Binary(operator="+" | "-" | "*"):
            pass
        case _:
            return None
    done: dict[int, Form | None] = {}
    for node in postorder(expression):
        done[id(node)] = _of_node(node, done, width)
    return done[id(expression)]


def _of_node(node: Expression, done: Mapping[int, Form | None], width: int) -> Form | None:
    if node.type.width != width:
        return None
    match node:
        case Constant(value=value):
            return form({}, value, width)
        case Read(variable=variable):
            return form({variable: 1}, 0, width)
        case Cast(operand=operand) if operand.type.width == width:
            return done[id(operand)]
        case Unary(operator="-", operand=operand):
            inner = done[id(operand)]
            return None if inner is None else inner.times(-1)
        case Binary(operator="+" | "-" | "*" as operator, left=left, right=right):
            return _combined(operator, done[id(left)], done[id(right)])
    return None


def _combined(operator: str, left: Form | None, right: Form | None) -> Form | None:
    if left is None or right is None:
        return None
    match operator:
        case "+" | "-":
            return left.plus(right, 1 if operator == "+" else -1)
        case "*" if not left.terms:
            return right.times(left.constant)
        case "*" if not right.terms:
            return left.times(right.constant)
    return None


def equation(assume: Assume) -> tuple[Form, bool] | None:
    """A form, and whether the assume says that it is 0 or that it is not; None where it says something else."""
    condition, positive = assume.condition, assume.positive
    while isinstance(condition, Unary) and condition.operator == "!":
        condition, positive = condition.operand, not positive
    if isinstance(condition, Binary) and condition.operator in ("==", "!="):
        left, right = linear_form(condition.left), linear_form(condition.right)
        return None if left is None or right is None else (left.plus(right, -1), (condition.operator == "==") == positive)
    value = linear_form(condition)
    return None if value is None else (value, not positive)


def solved(form: Form, equation: Form) -> Iterator[Form]:
    """The forms of the same value where ``equation`` is 0, in each of which one of its variables is replaced by the others.

    Only where there are others, and the result has no more variables than the form.
    """
    if len(equation.terms) < 2 or equation.width != form.width:
        return
    coefficients = dict(form.terms)
    for variable, factor in equation.terms:
        if factor % 2 and variable in coefficients:
            multiple = coefficients[variable] * pow(factor, -1, 1 << form.width)
            other = form.plus(equation, -multiple)
            if len(other.terms) <= len(form.terms):
                yield other


def variables_of(forms: Iterable[Terms]) -> set[Variable]:
    return {variable for terms in forms for variable, _ in terms}
