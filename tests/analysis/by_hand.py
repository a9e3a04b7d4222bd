"""Analyses of a program, ready for a refinement loop, made by hand; a run's are made by ``verilab.verification.phases.engines.analyses``.

    backend = load_backend("z3")
    analysis = predicate_analysis(program, backend, procedures=["horn", "backward"])
    verdict = RefinementLoop(analysis, parse_strategy("single-path")).run()
    analysis.close()

Two of one ``ControlGraph`` make a ``CompositeAnalysis``.  What is made with a backend lives as long as that, which the caller closes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pysmt.environment import Environment

from verilab.analysis.exploration import Exploration, never
from verilab.analysis.path_checker import PathChecker
from verilab.analysis.predicate.analysis import PredicateAnalysis
from verilab.analysis.predicate.options import PredicateOptions
from verilab.analysis.refinable import RefinableAnalysis
from verilab.analysis.value.analysis import PathCheck, ValueAnalysis, no_path_checker
from verilab.analysis.value.cpa import EngineKind
from verilab.analysis.value.precision import StorageScope, ValuePrecision
from verilab.formulas.blocks.block_operator import BlockOperator, SingleBlock
from verilab.formulas.blocks.builder import BlockBuilder
from verilab.formulas.encodings.by_name import LOGICS, make_encoding
from verilab.formulas.path_formulas import PathFormulas
from verilab.program.cfa import Program
from verilab.program.control import ControlGraph
from verilab.solving.backend import Backend, QueryContext, SolverSession
from verilab.solving.horn import HornSolver
from verilab.solving.procedures import make_horn_solver, make_interpolator


def value_analysis(
    program: Program | ControlGraph,
    backend: Backend | None = None,
    *,
    precision: ValuePrecision | None = None,
    scope: StorageScope = StorageScope.LOCATION,
    engine: EngineKind = EngineKind.CHAINS,
    environment: Environment | None = None,
    context: QueryContext | None = None,
) -> ValueAnalysis:
    """The value analysis; ``backend`` decides bit-precisely the paths that it cannot exclude, which nobody decides without one."""
    graph, environment, context = _graph(program), environment or Environment(), context or QueryContext()
    check: PathCheck = no_path_checker
    if backend is not None:
        formulas = PathFormulas(graph.program, make_encoding("bv", environment))
        check = PathChecker(formulas, graph, _sessions(backend, "bv", environment, context), seconds=None)
    return ValueAnalysis(graph, path_checker=check, precision=precision, scope=scope, engine=engine, deadline=context.deadline)


def predicate_analysis(
    program: Program | ControlGraph,
    backend: Backend,
    *,
    procedures: Sequence[str] = ("",),
    encoding: str = "int",
    operator: BlockOperator | None = None,
    options: PredicateOptions | None = None,
    environment: Environment | None = None,
    context: QueryContext | None = None,
) -> PredicateAnalysis:
    """The predicate analysis with interpolation procedures of the backend, asked in this order; blocks are single edges by default.

    A procedure is named as for ``make_interpolator`` ("horn"; "" for the first there is), which refuses unknown ones.
    ``encoding`` is "int" or "bv".
    """
    graph, environment, context = _graph(program), environment or Environment(), context or QueryContext()
    formulas = PathFormulas(graph.program, make_encoding(encoding, environment))
    interpolators = [make_interpolator(backend, name, environment, logic=LOGICS[encoding], context=context) for name in procedures]
    blocks = BlockBuilder(graph, formulas, operator or SingleBlock())

    def solver() -> HornSolver:
        return make_horn_solver(backend, "", environment, logic=LOGICS[encoding], context=context)

    sessions = _sessions(backend, encoding, environment, context)
    return PredicateAnalysis(blocks, sessions, interpolators, options, make_horn_solver=solver)


def _graph(program: Program | ControlGraph) -> ControlGraph:
    return program if isinstance(program, ControlGraph) else ControlGraph(program)


def _sessions(backend: Backend, encoding: str, environment: Environment, context: QueryContext) -> Callable[[], SolverSession]:
    return lambda: backend.session(environment, logic=LOGICS[encoding], context=context)


def explored(analysis: RefinableAnalysis) -> Exploration:
    """All of the analysis' model, under its precision."""
    exploration = Exploration(analysis.cpa)
    exploration.run(never)
    return exploration
