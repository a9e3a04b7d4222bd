"""Equalities of integer variables, beside formulas over single ones: which truths they have together, as a diagram, without a solver.

Let n variables be compared with numbers, and some pairs of them for equality.  The breakpoints of all (see ``breakpoints``) cut the
integers into cells, in each of which every formula over one variable is constant.  A cell has one integer, or at least n: one with fewer
is cut into single ones.  Of a variable only its cell matters, c(v), a number in binary, and of a pair whether it is equal, e(v, w).  The
graph of the pairs is made chordal by further pairs, so that every circle has a triangle.  Then there are values with such cells and
equalities if and only if

    e(v, w)  =>  c(v) = c(w)                         for each pair
    c(v) = c(w), a cell with one integer  =>  e(v, w)
    e(u, v) and e(v, w)  =>  e(u, w)                 for each triangle, whichever side is u, w

since variables that a path of equalities joins have one cell, and different classes without an integer of their own find different ones in
their cell, which has at least n (Bryant, Velev: Boolean Satisfiability with Transitivity Constraints, ToCL 2002, has it without numbers).
What is not asked for is forgotten variable by variable, along the elimination order that makes the graph chordal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import combinations, count, pairwise
from operator import and_, or_

import pysmt.operators as op
from pysmt.fnode import FNode

from verilab.analysis.predicate.comparisons import Binary, Comparisons, Unary, connected
from verilab.analysis.predicate.regions import Bdd, Regions
from verilab.data_classes import dataclass
from verilab.formulas.terms import inspection

MOST_CELLS = 64
"""Into which the integers are cut for connected variables; with more of them a solver is asked."""

MOST_NODES = 20_000
"""Nodes of a diagram past which a solver is asked instead."""

Pair = frozenset[FNode]
Atoms = Mapping[FNode, Unary | Binary]


class Equalities:
    """The diagrams of formulas whose atoms compare one variable with numbers, or two variables for equality."""

    def __init__(self, comparisons: Comparisons, regions: Regions) -> None:
        self._comparisons = comparisons
        self._regions = regions
        self._values: dict[frozenset[FNode], _Values | None] = {}

    def relation(self, constraints: Sequence[FNode], formulas: Mapping[str, FNode]) -> Bdd | None:
        """The truths that the formulas, by the names of their variables in the diagram, have together where all constraints hold.

        None where an atom is another one, or where cells or nodes are too many.
        """
        nodes = {atom for formula in (*constraints, *formulas.values()) for atom in inspection.atoms(formula)}
        key = frozenset(nodes)
        if key not in self._values:
            self._values[key] = self._of_atoms(sorted(nodes, key=FNode.node_id))
        values = self._values[key]
        return None if values is None else values.relation(constraints, formulas)

    def _of_atoms(self, nodes: Iterable[FNode]) -> _Values | None:
        atoms: dict[FNode, Unary | Binary] = {}
        for atom in nodes:
            comparison = self._comparisons.of(atom)
            if comparison is None or (isinstance(comparison, Binary) and comparison.ordered):
                return None
            atoms[atom] = comparison
        cells = _cells(atoms.values())
        if any(len(own) > MOST_CELLS for own in cells.values()):
            return None
        return _Values(self._regions, atoms, cells)


@dataclass(frozen=True, slots=True)
class _Cell:
    """Integers between two breakpoints: one of them, and whether it is the only one."""

    member: int
    single: bool


class _Values:
    """The values that the variables of some atoms can have: diagrams over bits of cells, and equalities."""

    def __init__(self, regions: Regions, atoms: Atoms, cells: Mapping[FNode, Sequence[_Cell]]) -> None:
        self._regions = regions
        self._atoms = atoms
        self._cells = cells
        self._order = _chordal(cells, [atom.variables for atom in atoms.values() if isinstance(atom, Binary)])
        names = map(regions.auxiliary, count())
        widths = {variable: (len(own) - 1).bit_length() for variable, own in cells.items()}
        self._bits: dict[FNode, list[str]] = {variable: [] for variable in self._order}
        for place in range(max(widths.values(), default=0)):  # bits of one place beside each other, as equality compares them
            for variable in self._order:
                if place < widths[variable]:
                    self._bits[variable].append(next(names))
        self._equal = {frozenset((variable, other)): next(names) for variable, later in self._order.items() for other in later}
        self._diagrams: dict[FNode, Bdd] = {}
        self._visited: set[FNode] = set()
        self._theory = list(self._of_integers())

    def relation(self, constraints: Sequence[FNode], formulas: Mapping[str, FNode]) -> Bdd | None:
        """See ``Equalities.relation``."""
        regions = self._regions
        factors = [self._of(constraint) for constraint in constraints]
        factors += [regions.equivalent(regions.named(name), self._of(formula)) for name, formula in formulas.items()]
        factors += self._theory
        open_factors = [(factor, regions.names(factor)) for factor in factors]
        for variable, later in self._order.items():
            forgotten = [*self._bits[variable], *(self._equal[frozenset((variable, other))] for other in later)]
            product = regions.true
            others = []
            for factor, names in open_factors:
                if names.isdisjoint(forgotten):
                    others.append((factor, names))
                else:
                    product &= factor
                    if len(product) > MOST_NODES:
                        return None
            rest = regions.forget_named(product, forgotten)
            open_factors = others if rest == regions.true else [*others, (rest, regions.names(rest))]
        return reduce(and_, (factor for factor, _ in open_factors), regions.true)

    def _of_integers(self) -> Iterator[Bdd]:
        """What holds of the cells and equalities of integers."""
        regions = self._regions
        for variable, cells in self._cells.items():
            yield self._in_cells(variable, range(len(cells)))
        for (x, y), name in self._equal.items():
            bits = zip(self._bits[x], self._bits[y], strict=True)
            same = reduce(and_, (regions.equivalent(regions.named(a), regions.named(b)) for a, b in bits), regions.true)
            equal = regions.named(name)
            single = [number for number, cell in enumerate(self._cells[x]) if cell.single]
            yield (~equal | same) & (equal | ~(same & self._in_cells(x, single)))
        for variable, later in self._order.items():
            for one, other in combinations(later, 2):
                sides = ((variable, one), (variable, other), (one, other))
                a, b, c = (regions.named(self._equal[frozenset(side)]) for side in sides)
                yield ~((a & b & ~c) | (a & ~b & c) | (~a & b & c))

    def _in_cells(self, variable: FNode, numbers: Iterable[int]) -> Bdd:
        regions, bits = self._regions, self._bits[variable]
        cubes = (regions.named_cube(bits, [bool(number >> place & 1) for place in range(len(bits))]) for number in numbers)
        return reduce(or_, cubes, regions.false)

    def _of(self, formula: FNode) -> Bdd:
        """A formula over the bits and equalities."""
        for node in inspection.subterms((formula,), self._visited):
            diagram = self._of_node(node)
            if diagram is not None:
                self._diagrams[node] = diagram
        return self._diagrams[formula]

    def _of_node(self, node: FNode) -> Bdd | None:
        """A formula whose parts have their diagrams; None of what stands inside of an atom."""
        regions = self._regions
        if node in self._atoms:
            return self._of_atom(self._atoms[node])
        parts = [self._diagrams[part] for part in node.args() if part in self._diagrams]
        match node.node_type():
            case op.BOOL_CONSTANT:
                return regions.true if node.is_true() else regions.false
            case op.AND:
                return reduce(and_, parts)
            case op.OR:
                return reduce(or_, parts)
            case op.NOT:
                return ~parts[0]
            case op.IMPLIES:
                return ~parts[0] | parts[1]
            case op.IFF:
                return regions.equivalent(*parts)
            case op.ITE:
                return (parts[0] & parts[1]) | (~parts[0] & parts[2])
        return None

    def _of_atom(self, atom: Unary | Binary) -> Bdd:
        if isinstance(atom, Binary):
            return self._regions.named(self._equal[atom.variables])
        if atom.variable is None:
            return self._regions.true if atom.holds(0) else self._regions.false
        cells = self._cells[atom.variable]
        return self._in_cells(atom.variable, [number for number, cell in enumerate(cells) if atom.holds(cell.member)])


def _cells(atoms: Iterable[Unary | Binary]) -> dict[FNode, Sequence[_Cell]]:
    """The cells of each variable: those of all that pairs connect with it."""
    cells: dict[FNode, Sequence[_Cell]] = {}
    atoms = list(atoms)
    for variables in connected(atoms):
        own = [atom for atom in atoms if isinstance(atom, Unary) and atom.variable in variables]
        breakpoints = sorted({point for atom in own for point in atom.breakpoints})
        between: list[_Cell] = []
        for low, high in pairwise(breakpoints):
            few = high - low < max(2, len(variables))
            between += (_Cell(x, single=True) for x in range(low + 1, high + 1)) if few else [_Cell(high, single=False)]
        ends = [_Cell(breakpoints[0], single=False), _Cell(breakpoints[-1] + 1, single=False)] if breakpoints else [_Cell(0, single=False)]
        cells.update((variable, [*ends[:1], *between, *ends[1:]]) for variable in variables)
    return cells


# Rose, Tarjan, Lueker (1976): who is eliminated leaves its neighbours connected; the least degree first leaves few new pairs.
def _chordal(variables: Iterable[FNode], pairs: Iterable[Pair]) -> dict[FNode, list[FNode]]:
    """The variables in an elimination order, each with its later neighbours in the chordal graph, of which any two are neighbours."""
    neighbours: dict[FNode, set[FNode]] = {variable: set() for variable in sorted(variables, key=FNode.node_id)}
    for x, y in pairs:
        neighbours[x].add(y)
        neighbours[y].add(x)
    order: dict[FNode, list[FNode]] = {}
    while neighbours:
        eliminated = min(neighbours, key=lambda variable: len(neighbours[variable]))
        around = neighbours.pop(eliminated)
        order[eliminated] = sorted(around, key=FNode.node_id)
        for variable in around:
            neighbours[variable] |= around
            neighbours[variable] -= {variable, eliminated}
    return order
