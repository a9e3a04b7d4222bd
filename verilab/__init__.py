"""verilab: which refinement a CEGAR verifier should learn from an infeasible error path, measured on real C programs.

    import verilab as vl

    vl.interpolate([a, b, c], engine="cvc5:proofs")                   # pySMT formulas, or the path of an SMT-LIB file
    program = vl.load("program.c")                                    # the control-flow automaton, with loops and domain types
    loop = vl.refine(program, analysis="predicate", strategy=vl.Strategy(propose="sliced-prefixes", select=MyScore()))
    for step in loop: print(step.path, step.candidates, step.chosen, step.model)
    result = vl.verify("program.c", analysis="value", strategy="spin15-good-narrow", time_limit=20)
    frame = vl.sweep(vl.tasks("c/*.yml"), axes={"strategy": ["spin15-none", "spin15-good"]}, jobs=2, time_limit=10).frame()
    report = vl.check(MyScore())                                      # the conformance kits, on an object

Who interpolates: ``vl.engines()``.  What candidates would have cost: ``vl.oracle``.  Tables and figures of runs: ``vl.compare``,
``vl.figure``; the rows of an experiment: ``vl.read_experiment``.  Names are imported when they are first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

    from verilab import families
    from verilab.analysis.arg import ArgNode
    from verilab.analysis.candidates import Candidate, Increment
    from verilab.analysis.exploration import Exploration
    from verilab.analysis.paths import Feasible, Undecided
    from verilab.analysis.refinable import RefinableAnalysis
    from verilab.api.all_engines import Answer, interpolate_all
    from verilab.api.comparing import Comparison, compare, figure
    from verilab.api.conformance import check
    from verilab.api.interpolation import Interpolants, interpolate
    from verilab.api.interpolation_errors import (
        InterpolationError,
        InterpolationFailed,
        InterpolationTimedOut,
        InvalidInterpolants,
        Satisfiable,
        UnsupportedInterpolation,
    )
    from verilab.api.listing import engines
    from verilab.api.path_refinement import refine_path
    from verilab.api.programs import Program, load
    from verilab.api.runs import oracle, sweep, verify
    from verilab.api.settings import Settings
    from verilab.api.stepping import Loop, Step, refine
    from verilab.api.tasks import tasks
    from verilab.errors import Refused
    from verilab.evidence.record import Evidence
    from verilab.experiments.design.product import product
    from verilab.experiments.report.writing import write_report
    from verilab.experiments.store.reading import StoredExperiment
    from verilab.program.errors import InputError
    from verilab.program.tasks import Task, load_tasks
    from verilab.refinement.context import Context
    from verilab.refinement.operators import Apply, Propose, Rank, Select
    from verilab.refinement.scores import Score
    from verilab.refinement.strategy import Strategy
    from verilab.refinement.verdicts import Safe, Unknown, Unsafe
    from verilab.solving.backend import Backend, Capabilities
    from verilab.verification.configuration import Configuration
    from verilab.verification.notebook.verified import Verified
    from verilab.verification.path_refinement import PathRefinement
    from verilab.verification.schema import PropertyResult, Run, RunResult, RunStatistics

    read_experiment = StoredExperiment

    def open(path: str | Path) -> StoredExperiment:
        """``read_experiment`` under the name that it had first; not in ``__all__``, so that ``import *`` shadows no builtin."""


__version__ = "0.2.0"

__all__ = [
    "Answer",
    "Apply",
    "ArgNode",
    "Backend",
    "Candidate",
    "Capabilities",
    "Comparison",
    "Configuration",
    "Context",
    "Evidence",
    "Exploration",
    "Feasible",
    "Increment",
    "InputError",
    "Interpolants",
    "InterpolationError",
    "InterpolationFailed",
    "InterpolationTimedOut",
    "InvalidInterpolants",
    "Loop",
    "PathRefinement",
    "Program",
    "PropertyResult",
    "Propose",
    "Rank",
    "RefinableAnalysis",
    "Refused",
    "Run",
    "RunResult",
    "RunStatistics",
    "Safe",
    "Satisfiable",
    "Score",
    "Select",
    "Settings",
    "Step",
    "StoredExperiment",
    "Strategy",
    "Task",
    "Undecided",
    "Unknown",
    "Unsafe",
    "UnsupportedInterpolation",
    "Verified",
    "__version__",
    "check",
    "compare",
    "engines",
    "families",
    "figure",
    "interpolate",
    "interpolate_all",
    "load",
    "load_tasks",
    "oracle",
    "product",
    "read_experiment",
    "refine",
    "refine_path",
    "sweep",
    "tasks",
    "verify",
    "write_report",
]

_HOMES = {
    "Answer": "verilab.api.all_engines:Answer",
    "Apply": "verilab.refinement.operators:Apply",
    "ArgNode": "verilab.analysis.arg:ArgNode",
    "Backend": "verilab.solving.backend:Backend",
    "Candidate": "verilab.analysis.candidates:Candidate",
    "Capabilities": "verilab.solving.backend:Capabilities",
    "Comparison": "verilab.api.comparing:Comparison",
    "Configuration": "verilab.verification.configuration:Configuration",
    "Context": "verilab.refinement.context:Context",
    "Evidence": "verilab.evidence.record:Evidence",
    "Exploration": "verilab.analysis.exploration:Exploration",
    "Feasible": "verilab.analysis.paths:Feasible",
    "Increment": "verilab.analysis.candidates:Increment",
    "InputError": "verilab.program.errors:InputError",
    "Interpolants": "verilab.api.interpolation:Interpolants",
    "InterpolationError": "verilab.api.interpolation_errors:InterpolationError",
    "InterpolationFailed": "verilab.api.interpolation_errors:InterpolationFailed",
    "InterpolationTimedOut": "verilab.api.interpolation_errors:InterpolationTimedOut",
    "InvalidInterpolants": "verilab.api.interpolation_errors:InvalidInterpolants",
    "Loop": "verilab.api.stepping:Loop",
    "PathRefinement": "verilab.verification.path_refinement:PathRefinement",
    "Program": "verilab.api.programs:Program",
    "PropertyResult": "verilab.verification.schema:PropertyResult",
    "Propose": "verilab.refinement.operators:Propose",
    "Rank": "verilab.refinement.operators:Rank",
    "RefinableAnalysis": "verilab.analysis.refinable:RefinableAnalysis",
    "Refused": "verilab.errors:Refused",
    "Run": "verilab.verification.schema:Run",
    "RunResult": "verilab.verification.schema:RunResult",
    "RunStatistics": "verilab.verification.schema:RunStatistics",
    "Safe": "verilab.refinement.verdicts:Safe",
    "Satisfiable": "verilab.api.interpolation_errors:Satisfiable",
    "Score": "verilab.refinement.scores:Score",
    "Select": "verilab.refinement.operators:Select",
    "Settings": "verilab.api.settings:Settings",
    "Step": "verilab.api.stepping:Step",
    "StoredExperiment": "verilab.experiments.store.reading:StoredExperiment",
    "Strategy": "verilab.refinement.strategy:Strategy",
    "Task": "verilab.program.tasks:Task",
    "Undecided": "verilab.analysis.paths:Undecided",
    "Unknown": "verilab.refinement.verdicts:Unknown",
    "Unsafe": "verilab.refinement.verdicts:Unsafe",
    "UnsupportedInterpolation": "verilab.api.interpolation_errors:UnsupportedInterpolation",
    "Verified": "verilab.verification.notebook.verified:Verified",
    "check": "verilab.api.conformance:check",
    "compare": "verilab.api.comparing:compare",
    "engines": "verilab.api.listing:engines",
    "figure": "verilab.api.comparing:figure",
    "interpolate": "verilab.api.interpolation:interpolate",
    "interpolate_all": "verilab.api.all_engines:interpolate_all",
    "load": "verilab.api.programs:load",
    "load_tasks": "verilab.program.tasks:load_tasks",
    "open": "verilab.experiments.store.reading:StoredExperiment",
    "oracle": "verilab.api.runs:oracle",
    "product": "verilab.experiments.design.product:product",
    "read_experiment": "verilab.experiments.store.reading:StoredExperiment",
    "refine": "verilab.api.stepping:refine",
    "refine_path": "verilab.api.path_refinement:refine_path",
    "sweep": "verilab.api.runs:sweep",
    "tasks": "verilab.api.tasks:tasks",
    "verify": "verilab.api.runs:verify",
    "write_report": "verilab.experiments.report.writing:write_report",
}


def __getattr__(name: str) -> Any:
    if name == "families":
        return import_module("verilab.families")
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}{_nearest(name)}")
    module, _, attribute = _HOMES[name].partition(":")
    exported = globals()[name] = getattr(import_module(module), attribute)
    return exported


def _nearest(name: str) -> str:
    import difflib  # only for a name that there is not

    close = difflib.get_close_matches(name, __all__, n=1)
    return f"; did you mean {close[0]!r}?" if close else ""


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOMES, "families"])
