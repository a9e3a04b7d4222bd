"""The capability matrix: which procedure interpolates which theory in which shape, as backends declare it and as the kit finds it.

A query of several theories counts for those that it has beside linear integers, which most of them have.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from enum import Enum

from verilab.data_classes import dataclass
from verilab.solving.backend import Capabilities, Theory
from verilab.solving.conformance.report import FALSE_ANSWERS, NO_ANSWERS, Report, Row


class Shape(Enum):
    """What is interpolated: two formulas, more of them in a sequence, a tree of them, Horn clauses with loops."""

    PAIR = "pair"
    SEQUENCE = "sequence"
    TREE = "tree"
    LOOPS = "loops"


Place = tuple[str, Theory, Shape]
"""A cell: the full name of a procedure, a theory, a shape."""


@dataclass(frozen=True, slots=True)
class Measured:
    """What the kit found in a cell: how many contradictory queries were asked, and answered with valid interpolants, and wrongly.

    ``basic``: how many of those asked are so small that they must be answered.
    """

    asked: int
    valid: int
    wrong: int
    basic: int


def declared(name: str, capabilities: Capabilities) -> frozenset[Place]:
    """The cells that a backend of that name declares."""
    return frozenset(
        (f"{name}:{procedure}", theory, shape)
        for procedure, theories in capabilities.interpolation.items()
        for theory in theories
        for shape in Shape
        if not (shape is Shape.TREE and procedure not in capabilities.trees)
        and not (shape is Shape.LOOPS and procedure not in capabilities.loops)
    )


def measured(report: Report) -> Mapping[Place, Measured]:
    """What a run of the kit found."""
    counts: Counter[tuple[Place, str]] = Counter()
    for row in report.rows:
        shape = _shape(row)
        if shape is None or row.result == "satisfiable":
            continue
        result = "valid" if row.result == "valid" else "wrong" if row.result in FALSE_ANSWERS else "none"
        for theory in _counted(row.theories):
            for what in ("asked", result, *(["basic"] if row.basic else [])):
                counts[(row.procedure, theory, shape), what] += 1
    return {
        place: Measured(*(counts[place, what] for what in ("asked", "valid", "wrong", "basic")))
        for place in dict.fromkeys(place for place, _ in counts)
    }


def disagreements(table: frozenset[Place], measured: Mapping[Place, Measured]) -> list[str]:
    """Where the kit finds otherwise: a wrong answer, no valid one where basic queries are asked, and questions that are not declared."""
    lines = []
    for place, cell in measured.items():
        procedure, theory, shape = place
        what = f"{procedure}, {theory.value}, {shape.value}"
        if place not in table:
            lines.append(f"{what}: not declared, but asked")
        elif cell.wrong:
            lines.append(f"{what}: {cell.wrong} of {cell.asked} wrong")
        elif cell.basic and not cell.valid:
            lines.append(f"{what}: declared, but none of {cell.asked} answered")
    return sorted(lines)


def lines(table: Iterable[Place], measured: Mapping[Place, Measured] | None = None) -> list[list[str]]:
    """The matrix as text, a line for each procedure: its name, and a cell for each theory; with what the kit found where it was run."""
    places = sorted(table, key=lambda place: place[0])
    procedures = list(dict.fromkeys(procedure for procedure, _, _ in places))
    known = set(places)
    return [[procedure, *(_cell(procedure, theory, known, measured) for theory in Theory)] for procedure in procedures]


def _cell(procedure: str, theory: Theory, known: set[Place], measured: Mapping[Place, Measured] | None) -> str:
    shapes = [shape for shape in Shape if (procedure, theory, shape) in known]
    if measured is None:
        return " ".join(shape.value for shape in shapes)
    counts = []
    for shape in shapes:
        cell = measured.get((procedure, theory, shape))
        counts.append(f"{shape.value} {'not asked' if cell is None else f'{cell.valid}/{cell.asked}' + (' WRONG' if cell.wrong else '')}")
    return "\n".join(counts)


def headings() -> Sequence[str]:
    """Of the columns of ``lines``."""
    return ("engine", *(theory.value for theory in Theory))


def markdown(rows: Sequence[Sequence[str]]) -> str:
    """The matrix as a table of Markdown."""
    head = headings()
    ruled = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(cell.replace(chr(10), ', ') for cell in row)} |\n" for row in ruled)


def _shape(row: Row) -> Shape | None:
    """Of a row about interpolation; None for sessions and scenarios."""
    match row.family:
        case "scenarios":
            return None
        case "trees":
            return Shape.TREE
        case "loops":
            return Shape.LOOPS
    if row.cuts < 1 or row.result not in ("valid", *FALSE_ANSWERS, *NO_ANSWERS):
        return None
    return Shape.PAIR if row.cuts == 1 else Shape.SEQUENCE


def _counted(theories: frozenset[Theory]) -> frozenset[Theory]:
    return theories - {Theory.LIA} or theories
