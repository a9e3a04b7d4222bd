"""Which error locations of a program without loops are reachable: one block per error location, bit-precisely."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Protocol

from pysmt.environment import Environment
from pysmt.fnode import FNode

from verilab.analysis.invariants import Invariants, Region
from verilab.formulas.blocks.block_operator import LargeBlock
from verilab.formulas.blocks.builder import BlockBuilder
from verilab.formulas.encodings.by_name import make_encoding
from verilab.formulas.path_formulas import PathFormulas
from verilab.formulas.terms.inspection import ValueOf
from verilab.program.cfa import Location, Program
from verilab.program.control import ControlGraph
from verilab.program.counterexample import Counterexample
from verilab.solving.backend import SolverSession, Status

ENCODING = "bv"


class Undecided(Exception):
    """The solver gave up."""


class Check(Protocol):
    """Says which error locations of one program are reachable."""

    def failures(self, wanted: Callable[[Location], bool]) -> Iterator[tuple[Location, Counterexample]]:
        """Reachable error locations among those wanted, each with an execution; none only if none is reachable.  Raises Undecided."""
        ...

    def invariants(self) -> Invariants:
        """What the program claims, where no error location is reachable."""
        ...


class LoopFreeCheck:
    """The errors of one program; ``seconds``: what one query may take.  ValueError for a program with loops."""

    def __init__(self, program: Program, environment: Environment, make_session: Callable[[], SolverSession], seconds: float) -> None:
        if any(location.is_loop_head for location in program.locations):
            raise ValueError("the program has a loop: its errors are not in the blocks from its entry")
        self._graph = ControlGraph(program)
        self._formulas = PathFormulas(program, make_encoding(ENCODING, environment))
        self._builder = BlockBuilder(self._graph, self._formulas, LargeBlock())
        self._environment = environment
        self._make_session = make_session
        self._seconds = seconds

    def failures(self, wanted: Callable[[Location], bool]) -> Iterator[tuple[Location, Counterexample]]:
        """The reachable error locations among those wanted, each with an execution.  Raises Undecided."""
        for block in self._builder.blocks_from(self._graph.entry):
            location = block.target.location
            if not location.is_error or not wanted(location):
                continue
            trace = self._formulas.trace((block,))
            session = self._make_session()
            try:
                session.add(*trace.partitions)
                status = session.check(timeout=self._seconds)
                if status is Status.UNKNOWN:
                    raise Undecided(session.reason_unknown)
                if status is Status.SAT:
                    yield location, trace.counterexample(_values(session))
            finally:
                session.close()

    def invariants(self) -> Invariants:
        """What the program claims where no error is reachable: nothing but its entry has to be cut."""
        return {self._graph.entry: Region(self._environment.formula_manager.TRUE(), ENCODING)}


def _values(session: SolverSession) -> ValueOf:
    def value(symbol: FNode) -> int | bool | None:
        number = session.value(symbol)
        return number if isinstance(number, int) else None

    return value
