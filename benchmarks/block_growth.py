"""How block formulas grow with the program: ``python -m benchmarks.block_growth``.

Chains of if-then-else, as one block of the forward construction and by the literal transformations: distinct nodes of the formula, and
seconds until it is there.  The exponents are the slopes of least squares through all rows and between the two largest ones, both on
logarithmic scales: 1 is linear growth.
"""

from __future__ import annotations

import argparse
import gc
import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pysmt.environment import Environment

from verilab.formulas.blocks.block_operator import LargeBlock
from verilab.formulas.blocks.builder import BlockBuilder
from verilab.formulas.blocks.transformations import TransitionFormulas
from verilab.formulas.encodings.by_name import LOGICS, make_encoding
from verilab.formulas.path_formulas import PathFormulas
from verilab.formulas.terms.inspection import dag_size
from verilab.program.builder import ProgramBuilder
from verilab.program.cfa import Program
from verilab.program.control import ControlGraph
from verilab.program.expressions import Binary, Constant, Read
from verilab.program.operations import Assign, Assume, Nondet, NondetKind, Skip
from verilab.program.static_analysis.reduction import ProgramGraph
from verilab.program.types import INT

BRANCHES = (10, 100, 1_000, 10_000)
VARIABLES: dict[str, int | None] = {"3 variables": 3, "a variable each": None}
"""The chains: how many variables the branches change in turn."""


def chain(branches: int, variables: int | None) -> Program:
    """``if (choice > k) x = x + 1; else x = x - 1;`` so many times, x one of the variables in turn, then an error unless the first is 0."""
    builder = ProgramBuilder()
    main = builder.function("main")
    choice = builder.variable("choice", INT)
    changed = [builder.variable(f"x{number}", INT) for number in range(variables or branches)]
    here = main.entry
    for number in range(branches):
        variable = changed[number % len(changed)]
        chosen, then, otherwise, join = (builder.location(main) for _ in range(4))
        builder.edge(here, chosen, Assign(choice, Nondet(INT, NondetKind.INPUT, "input")))
        builder.branch(chosen, Assume(Binary(">", Read(choice), Constant(number, INT), INT), True), then, otherwise)
        for side, operator in ((then, "+"), (otherwise, "-")):
            builder.edge(side, join, Assign(variable, Binary(operator, Read(variable), Constant(1, INT), INT)))
        here = join
    error = builder.location(main)
    error.is_error = True
    builder.branch(here, Assume(Binary("!=", Read(changed[0]), Constant(0, INT), INT), True), error, main.exit)
    builder.edge(main.exit, main.exit, Skip())
    return builder.finish(main)


@dataclass(frozen=True, slots=True)
class Size:
    """``nodes``: distinct subterms of the formulas from the entry; ``seconds``: CPU time to make them."""

    nodes: int
    seconds: float


def forward(program: Program, encoding: str) -> Size:
    """The blocks of the forward construction."""

    def build(formulas: PathFormulas, graph: ControlGraph) -> int:
        blocks = BlockBuilder(graph, formulas, LargeBlock()).blocks_from(graph.entry)
        ends = [[formulas.vocabulary.encoding.equals(block.entry_symbol(e), term) for e, term in block.exit.items()] for block in blocks]
        parts = [part for block, end in zip(blocks, ends, strict=True) for part in (*block.conjuncts, *end)]
        return dag_size(formulas.vocabulary.terms.conjunction(parts))

    return _measured(program, encoding, build)


def literal(program: Program, encoding: str) -> Size:
    """The edges of the reduced graph."""

    def build(formulas: PathFormulas, graph: ControlGraph) -> int:
        labels = TransitionFormulas(formulas)
        reduced = ProgramGraph(graph, labels)
        reduced.reduce()
        edges = reduced.leaving[graph.entry].values()
        return dag_size(formulas.vocabulary.terms.conjunction([labels.formula(edge) for edge in edges]))

    return _measured(program, encoding, build)


def _measured(program: Program, encoding: str, build: Callable[[PathFormulas, ControlGraph], int]) -> Size:
    formulas, graph = PathFormulas(program, make_encoding(encoding, Environment())), ControlGraph(program)
    gc.collect()
    began = time.process_time()
    nodes = build(formulas, graph)
    return Size(nodes, time.process_time() - began)


Construction = Callable[[Program, str], Size]
CONSTRUCTIONS: dict[str, Construction] = {"forward": forward, "literal": literal}


def exponent(points: Sequence[tuple[float, float]]) -> float:
    """The slope of the line of least squares through (log x, log y); nan for fewer than two points."""
    if len(points) < 2:
        return math.nan
    xs, ys = [math.log(x) for x, _ in points], [math.log(max(y, 1e-9)) for _, y in points]
    mean_x, mean_y = sum(xs) / len(xs), sum(ys) / len(ys)
    return sum((x - mean_x) * (y - mean_y) for x, y in zip(xs, ys, strict=True)) / sum((x - mean_x) ** 2 for x in xs)


def table(name: str, variables: int | None, branches: Sequence[int], encoding: str, show: Callable[[str], None]) -> None:
    """Measure one kind of chain; a line per length, then the exponents."""
    show(f"\n{name}, {encoding}\n" + f"{'branches':>10}" + "".join(f"{kind + ' ' + what:>17}" for kind in CONSTRUCTIONS for what in UNITS))
    measured: dict[str, list[Size]] = {kind: [] for kind in CONSTRUCTIONS}
    for length in branches:
        program = chain(length, variables)
        for kind, construct in CONSTRUCTIONS.items():
            measured[kind].append(construct(program, encoding))
        show(f"{length:>10}" + "".join(f"{sizes[-1].nodes:>17}{sizes[-1].seconds:>17.3f}" for sizes in measured.values()))
    for title, first in (("exponent", 0), ("at the end", -2)):
        cells = [
            exponent([(length, value(size)) for length, size in zip(branches, sizes, strict=True)][first:])
            for sizes in measured.values()
            for value in UNITS.values()
        ]
        show(f"{title:>10}" + "".join(f"{cell:>17.2f}" for cell in cells))


UNITS: dict[str, Callable[[Size], float]] = {"nodes": lambda size: size.nodes, "seconds": lambda size: size.seconds}


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.block_growth", description="How block formulas grow.")
    parser.add_argument("--branches", type=int, nargs="+", default=BRANCHES, metavar="N", help="lengths of the chains")
    parser.add_argument("--encoding", choices=sorted(LOGICS), default="int")
    given = parser.parse_args(arguments)
    for name, variables in VARIABLES.items():
        table(name, variables, given.branches, given.encoding, lambda text: print(text, flush=True))


if __name__ == "__main__":
    main()
