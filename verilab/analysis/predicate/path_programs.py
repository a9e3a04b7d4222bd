"""Path programs (Beyer, Henzinger, Majumdar, Rybalchenko, "Path invariants", PLDI 2007, §4) as systems of Horn clauses.

The path program of an error path has the path's control points and the path's blocks, each once: where the path comes back to a control
point, the program has a loop.  All its executions that end in the error have the path's blocks in some order and number.

    one predicate P_l over the state per control point l but the first, of which nothing is known, and the error location
    one clause  P_l(s) ∧ block(s, s') ⇒ P_l'(s')  per block of the path;  the last one concludes false

The paper keeps copies of the path's prefix apart from the loops ("nested blocks"), so that one location may have several invariants; here
a control point has one.  What labels the path's nodes is left out: an invariant holds without it.

A predicate speaks of what is live at its control point: what a later block of the path program reads.
"""

from __future__ import annotations

from verilab.data_classes import dataclass
from verilab.formulas.blocks.block import Block
from verilab.formulas.blocks.liveness import live_elements
from verilab.formulas.path_formulas import PathFormulas
from verilab.formulas.traces.trace import Trace
from verilab.program.control import ControlPoint
from verilab.solving.horn import Clause, HornSystem


@dataclass(frozen=True, slots=True)
class PathProgram:
    """``blocks``: the path's, each once, in its order; ``points``: those that have a predicate, in the order of the system's."""

    blocks: tuple[Block, ...]
    points: tuple[ControlPoint, ...]
    entry: ControlPoint
    error: ControlPoint

    @staticmethod
    def of(trace: Trace) -> PathProgram | None:
        """The path program of a path to an error; None where no control point occurs twice: it is the path then."""
        points = dict.fromkeys(trace.points)
        if len(points) == len(trace.points):
            return None
        entry, error = trace.points[0], trace.points[-1]
        return PathProgram(
            tuple(dict.fromkeys(trace.blocks)), tuple(point for point in points if point not in (entry, error)), entry, error
        )

    def system(self, formulas: PathFormulas) -> HornSystem:
        """The clauses; its parameters are the vocabulary's symbols."""
        vocabulary = formulas.vocabulary
        live = live_elements(self.blocks)
        numbers = {point: number for number, point in enumerate(self.points)}
        clauses = []
        for block in self.blocks:
            if block.target is self.entry:
                continue
            reads = live[block.target]
            trace = formulas.trace((block,), read_after=reads)
            source = numbers.get(block.source)
            clauses.append(
                Clause(
                    source,
                    numbers.get(block.target),
                    trace.partitions[0],
                    () if source is None else tuple([trace.symbol(element, 0) for element in live[block.source]]),
                    tuple([trace.symbol(element, 1) for element in reads]),
                )
            )
        parameters = [tuple([vocabulary.symbol(element) for element in live[point]]) for point in self.points]
        return HornSystem(tuple(parameters), tuple(clauses))
