"""Formulas that compare integer variables with numbers, or two of them with each other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

import pysmt.operators as op
from pysmt.fnode import FNode

from verilab.data_classes import dataclass
from verilab.solving.simplification.linear_forms import linear_form


@dataclass(frozen=True, slots=True, eq=False)
class Unary:
    """A formula over one variable, or over none: its breakpoints, and its truth for a value."""

    variable: FNode | None
    breakpoints: frozenset[int]
    holds: Callable[[int], bool]

    @property
    def variables(self) -> frozenset[FNode]:
        return frozenset() if self.variable is None else frozenset((self.variable,))

    @property
    def parts(self) -> tuple[Unary, ...]:
        """Itself."""
        return (self,)

    def under(self, values: Mapping[FNode, int]) -> bool:
        """Its truth under values of variables."""
        return self.holds(0 if self.variable is None else values[self.variable])


@dataclass(frozen=True, slots=True, eq=False)
class Binary:
    """A formula over two variables: the formulas over one of them that it is made of, beside comparisons of the two, and its truth.

    ``ordered``: whether it asks which of them is the smaller one, not only whether they are equal.
    """

    variables: frozenset[FNode]
    parts: tuple[Unary, ...]
    ordered: bool
    under: Callable[[Mapping[FNode, int]], bool]


Comparison = Unary | Binary


class Comparisons:
    """The comparisons that formulas are, each made once."""

    def __init__(self) -> None:
        self._comparisons: dict[FNode, Comparison | None] = {}

    def of(self, formula: FNode) -> Comparison | None:
        """The comparison that a formula is; None where it is none."""
        comparisons = self._comparisons
        stack = [] if formula in comparisons else [formula]
        while stack:
            node = stack[-1]
            connective = CONNECTIVES.get(node.node_type())
            pending = [] if connective is None else [part for part in node.args() if part not in comparisons]
            if pending:
                stack += pending
                continue
            stack.pop()
            comparisons[node] = _of_atom(node) if connective is None else _combined(connective, [comparisons[part] for part in node.args()])
        return comparisons[formula]


CONNECTIVES: dict[int, Callable[[Sequence[bool]], bool]] = {
    op.AND: all,
    op.OR: any,
    op.NOT: lambda values: not values[0],
    op.IMPLIES: lambda values: not values[0] or values[1],
    op.IFF: lambda values: values[0] == values[1],
}


def _combined(connective: Callable[[Sequence[bool]], bool], parts: Sequence[Comparison | None]) -> Comparison | None:
    comparisons = [part for part in parts if part is not None]
    variables = frozenset[FNode]().union(*(part.variables for part in comparisons))
    if len(comparisons) < len(parts) or len(variables) > 2:
        return None
    unary = [part for part in comparisons if isinstance(part, Unary)]
    if len(variables) < 2 and len(unary) == len(comparisons):
        breakpoints = frozenset[int]().union(*(part.breakpoints for part in unary))
        return Unary(next(iter(variables), None), breakpoints, lambda x: connective([part.holds(x) for part in unary]))
    inner = tuple(dict.fromkeys(part for comparison in comparisons for part in comparison.parts))
    ordered = any(isinstance(part, Binary) and part.ordered for part in comparisons)
    return Binary(variables, inner, ordered, lambda values: connective([part.under(values) for part in comparisons]))


def _of_atom(atom: FNode) -> Comparison | None:
    kind = atom.node_type()
    if kind == op.BOOL_CONSTANT:
        return _constant(atom.is_true())
    if kind not in (op.LE, op.LT, op.EQUALS):
        return None
    left, right = atom.args()
    form = linear_form((left, 1), (right, -1))
    terms = list(form.coefficients.items())
    if not all(term.is_symbol() and term.symbol_type().is_int_type() for term, _ in terms):
        return None
    b = form.constant
    if not terms:
        return _constant(b == 0 if kind == op.EQUALS else b < 0 or (b == 0 and kind == op.LE))
    x, a = terms[0]
    if not isinstance(a, int) or not isinstance(b, int):
        return None
    if len(terms) == 1:
        return _with_number(kind, x, a, b)
    y, c = terms[1]
    if len(terms) > 2 or c != -a or b != 0:
        return None
    if kind == op.EQUALS:
        return Binary(frozenset((x, y)), (), False, lambda values: values[x] == values[y])
    smaller, greater = (x, y) if a > 0 else (y, x)
    if kind == op.LE:
        return Binary(frozenset((x, y)), (), True, lambda values: values[smaller] <= values[greater])
    return Binary(frozenset((x, y)), (), True, lambda values: values[smaller] < values[greater])


# a x + b <= 0  <=>  x <= floor(-b / a)  for a > 0,  x >= ceil(-b / a)  for a < 0;  over integers  t < 0  <=>  t + 1 <= 0
def _with_number(kind: int, x: FNode, a: int, b: int) -> Unary:
    if kind == op.EQUALS:
        if b % a:
            return _constant(False)
        value = -b // a
        return Unary(x, frozenset((value - 1, value)), lambda number: number == value)
    if kind == op.LT:
        b += 1
    last = -b // a if a > 0 else -(b // a) - 1
    return Unary(x, frozenset((last,)), (lambda number: number <= last) if a > 0 else (lambda number: number > last))


def _constant(value: bool) -> Unary:
    return Unary(None, frozenset(), lambda _: value)


def connected(comparisons: Iterable[Comparison]) -> list[frozenset[FNode]]:
    """The variables, those of one comparison together; the set of none where a comparison has none."""
    sets: list[frozenset[FNode]] = []
    for variables in dict.fromkeys(comparison.variables for comparison in comparisons):
        touched = [other for other in sets if other & variables]
        sets = [other for other in sets if not other & variables]
        sets.append(variables.union(*touched))
    return sets
