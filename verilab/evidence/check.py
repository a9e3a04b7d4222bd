"""Certification: a verdict stands only with evidence that somebody else has checked.

Safe needs its invariants accepted by a solver that did not find them; Unsafe needs a concrete replay that reaches the error, and where
gcc is there, the compiled program has to reach it too.  A verdict whose evidence fails becomes Unknown, with the reason.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import field, replace
from functools import cache

from pysmt.environment import Environment

from verilab.data_classes import dataclass
from verilab.evidence.compiler.claims.places import ClaimedPlace
from verilab.evidence.compiler.claims.wording import claimed_places
from verilab.evidence.compiler.compiled_execution import check_compiled_execution
from verilab.evidence.compiler.completion import Contradicted, completion
from verilab.evidence.compiler.confirmation import (
    check_with_gcc,
    impossible_inputs,
    imprecise_library,
    unconfirmed_alternative,
    unconfirmed_memory,
)
from verilab.evidence.compiler.executions import ProofExecutions
from verilab.evidence.compiler.harness import export_harness
from verilab.evidence.compiler.toolchain import compiler_for
from verilab.evidence.contracts import broken_contract, inputs_of
from verilab.evidence.executions.only_execution import check_only_execution
from verilab.evidence.heaps.check import check_heaps
from verilab.evidence.interpretation.replay import OverflowPolicy, Replay, replay
from verilab.evidence.invariants import check_invariants
from verilab.evidence.linear_forms import CHECKER as FORMS_CHECKER
from verilab.evidence.linear_forms import broken_extension
from verilab.evidence.methods import Method
from verilab.evidence.promises import broken_promise
from verilab.evidence.record import Evidence
from verilab.evidence.results import Accepted, CheckResult, CompiledResult, InputVector, Refused, Rejected, Unchecked
from verilab.evidence.settling import with_fewer_arguments, zeroed
from verilab.evidence.slicing import CHECKER as SLICE_CHECKER
from verilab.evidence.slicing import broken_slice
from verilab.evidence.unrolling import check_k_induction, check_unrolled
from verilab.formulas.encodings.by_name import make_encoding
from verilab.formulas.vocabulary import Vocabulary
from verilab.program.abstract_heaps import HeapInvariant
from verilab.program.cfa import Program
from verilab.program.compiled_execution import CompiledExecution
from verilab.program.contracts.modular import Modular
from verilab.program.counterexample import Counterexample
from verilab.program.linear_forms.extension import Extension
from verilab.program.loops import Walks
from verilab.program.only_execution import OnlyExecution
from verilab.program.slicing.slices import Slice
from verilab.program.tasks.properties import ANY_CONVENTION, REACHABILITY, ErrorConvention
from verilab.refinement.verdicts import Safe, Unknown, Unsafe, Verdict
from verilab.resources import OutOfTime
from verilab.solving.backend import Backend, QueryContext

COMPILED = "compiled execution"
SUPPOSED_SHARE, SUPPOSED_SECONDS = 0.1, 0.5
"""What checking invariants that are only supposed may cost: a share of the time that is left, and at least so many seconds."""


@dataclass(frozen=True, slots=True)
class Checkers:
    """What evidence is checked with.

    ``backend`` should not be the one that found the proof; ``environment`` is the one that the proof's formulas belong to.
    ``gcc``: compile programs and *run* them against violations and proofs.  ``began``: when the run started (``time.monotonic``); what
    the evidence may cost is a share of what the run has cost.  ``executions``: the compiled program to be run against proofs, None
    where there is none; ``method``: how proofs are checked.  ``unrolling`` checks those of bounded model checking, None for ``backend``.
    ``convention``: what an error is in the compiled program.  ``judges_refused``: a verdict on a program that the compiler refuses
    stands as if there were no compiler.
    """

    backend: Backend
    environment: Environment
    context: QueryContext = field(default_factory=QueryContext)
    signed_overflow: OverflowPolicy = OverflowPolicy.REJECT
    gcc: bool = True
    began: float = field(default_factory=time.monotonic)
    executions: ProofExecutions | None = None
    method: Method = Method.INDEPENDENT
    judges_refused: bool = False
    unrolling: Backend | None = None
    convention: ErrorConvention = ANY_CONVENTION


@dataclass(frozen=True, slots=True)
class Certified:
    """A verdict together with what became of its evidence.

    ``harness``: the C text of an accepted violation's test harness (``verilab.evidence.compiler.harness``), "" where there is none.
    """

    verdict: Verdict
    evidence: Evidence
    harness: str = ""

    @classmethod
    def unknown(cls, reason: str) -> Certified:
        """No answer, hence no evidence."""
        return cls(Unknown(reason), Evidence())


def certify(program: Program, verdict: Verdict, checkers: Checkers) -> Certified:
    """The verdict with accepted evidence, or Unknown with the reason why its evidence was not accepted."""
    match verdict:
        case Safe(execution=OnlyExecution() as execution):
            return _tried(program, _certify_execution(verdict, execution, checkers), (), checkers)
        case Safe(supposed=supposed, modular=modular):
            kind, result = _checked(program, verdict, checkers)
            if supposed and not isinstance(result, Accepted):
                return Certified.unknown(supposed)
            return _tried(program, _certified(verdict, kind, result), inputs_of(result, modular), checkers)
        case Unsafe(compiled=CompiledExecution() as compiled):
            return _certify_compiled(program, verdict, compiled, checkers)
        case Unsafe(counterexample=counterexample):
            return _certify_violation(program, verdict, counterexample, checkers)
    return Certified(verdict, Evidence())


def _checked(program: Program, verdict: Safe, checkers: Checkers) -> tuple[str, CheckResult]:
    """The kind of a proof, and what its check says."""
    match verdict:
        case Safe(slice=Slice() as slice_):
            broken = broken_slice(program, slice_, checkers.context.deadline)
            return "slice", broken or _by_way_of(SLICE_CHECKER, _checked(slice_.program, replace(verdict, slice=None), checkers)[1])
        case Safe(extension=Extension() as extension):
            broken = broken_extension(extension, checkers.environment, checkers.context.deadline)
            rest = replace(verdict, extension=None)
            return "linear forms", broken or _by_way_of(FORMS_CHECKER, _checked(extension.program, rest, checkers)[1])
        case Safe(modular=Modular() as modular):
            broken = broken_contract(modular, checkers.context.deadline)
            return "contracts", broken or _checked(modular.program, replace(verdict, modular=None), checkers)[1]
        case Safe(heaps=HeapInvariant() as heaps):
            return "heaps", check_heaps(heaps, checkers.context.deadline)
    unrolling = checkers.unrolling or checkers.backend
    environment, context, began = checkers.environment, checkers.context, checkers.began
    if verdict.unrolled is not None:
        unrolled = check_unrolled(program, verdict.unrolled, backend=unrolling, environment=environment, context=context, began=began)
        return "unrolling", unrolled
    if verdict.rounds:
        invariants, rounds = verdict.invariants, verdict.rounds
        return "k-induction", check_k_induction(
            program, invariants, rounds, backend=unrolling, environment=environment, context=context, began=began
        )
    return "invariants", check_invariants(
        program,
        verdict.invariants,
        backend=checkers.backend,
        environment=environment,
        context=_hasty(context) if verdict.supposed else context,
        began=began,
        method=checkers.method,
        every_row=bool(verdict.supposed),
    )


def _by_way_of(relation: str, result: CheckResult) -> CheckResult:
    """What becomes of a proof for a program that does whatever the verified one does, as ``relation`` has shown."""
    return replace(result, checked_by=f"{relation} and {result.checked_by}") if isinstance(result, Accepted) else result


def _hasty(context: QueryContext) -> QueryContext:
    """The same with a part of its time: a supposition may cost whoever else searches no more."""
    rest = context.deadline.remaining()
    return context if rest is None else replace(context, deadline=context.deadline.within(max(SUPPOSED_SHARE * rest, SUPPOSED_SECONDS)))


def _tried(program: Program, certified: Certified, inputs: Sequence[InputVector], checkers: Checkers) -> Certified:
    """An accepted proof, tried by executions of the compiled program; it stands where these were not possible, which is said."""
    if not certified.evidence.accepted or checkers.executions is None or not checkers.gcc:
        return certified
    tried = checkers.executions.against_proof(inputs, checkers.context.deadline, _claims(program, certified.verdict, checkers))
    evidence = certified.evidence
    if isinstance(tried, Rejected):
        return _with_model_error(_certified(certified.verdict, evidence.kind, tried), tried.reason)
    if isinstance(tried, Refused) and not checkers.judges_refused:
        return _refused(tried)
    if isinstance(tried, Accepted):
        return replace(certified, evidence=replace(evidence, checked_by=f"{evidence.checked_by} and {tried.checked_by}"))
    return replace(certified, evidence=replace(evidence, checked_by=f"{evidence.checked_by} (not run: {tried.reason})"))


def _refused(result: Refused) -> Certified:
    return Certified.unknown(f"the compiler refuses the program: {result.reason}")


def _claims(program: Program, verdict: Verdict, checkers: Checkers) -> list[ClaimedPlace]:
    """What the proof claims in front of loops; nothing for a modular one, of which they are about another program, or without any."""
    compiler = compiler_for(program.data_model)
    if not isinstance(verdict, Safe) or verdict.modular is not None or not verdict.has_invariants or compiler is None:
        return []
    if not compiler.hosted and program.walks is Walks.ANYWHERE:  # nothing there sees a pointer that leaves its object
        return []

    @cache
    def vocabulary(encoding: str) -> Vocabulary:
        return Vocabulary(program, make_encoding(encoding, checkers.environment))

    return claimed_places(program, verdict.invariants, vocabulary, guarded=compiler.hosted)


def _with_model_error(certified: Certified, reason: str) -> Certified:
    return replace(certified, evidence=replace(certified.evidence, model_error=reason))


def _certified(verdict: Verdict, kind: str, result: CheckResult, detail: str = "") -> Certified:
    if isinstance(result, Accepted):
        return Certified(verdict, Evidence(kind, result.checked_by, True, detail))
    if isinstance(result, Rejected):
        return Certified(Unknown(f"evidence rejected: {result.reason}"), Evidence(kind, result.checked_by, False, result.reason))
    return Certified(Unknown(f"evidence not checked: {result.reason}"), Evidence(kind, "", False, result.reason))


def _certify_execution(verdict: Verdict, execution: OnlyExecution, checkers: Checkers) -> Certified:
    """A proof by the program's one execution: the interpreter's and the compiled program's have to come to the same end."""
    deadline = checkers.context.deadline
    try:
        run = check_only_execution(execution, deadline)
    except OutOfTime:
        return Certified(Unknown("evidence not checked: timeout"), Evidence("execution", "", False, "timeout"))
    if isinstance(run, Rejected):
        return _certified(verdict, "execution", run)
    if not checkers.gcc:
        return _certified(verdict, "execution", Unchecked("an execution is a proof only where the compiled program has the same one"))
    compiled = completion(execution, run, deadline)
    certified = _certified(verdict, "execution", compiled, run.description)
    return _with_model_error(certified, compiled.reason) if isinstance(compiled, Contradicted) else certified


def _certify_compiled(program: Program, verdict: Verdict, compiled: CompiledExecution, checkers: Checkers) -> Certified:
    """A violation by an execution of the compiled program alone: built anew, with all sanitizers, it has to come to the error again."""
    if not checkers.gcc:
        return _certified(verdict, COMPILED, Unchecked("the violation is of the compiled program, which is not to be run"))
    results = {name: [value for function, value in compiled.inputs if function == name] for name in program.promises}
    broken = broken_promise(program.promises, results)
    if broken:
        return _certified(verdict, COMPILED, Rejected(broken))
    return _certified(verdict, COMPILED, check_compiled_execution(compiled, checkers.context.deadline))


def _replayed(program: Program, counterexample: Counterexample, checkers: Checkers) -> Replay:
    """The replay; of a run whose inputs the compiled program can be given, if that violates the same property."""

    def run(claimed: Counterexample) -> Replay:
        return replay(program, claimed, signed_overflow=checkers.signed_overflow, deadline=checkers.context.deadline)

    replayed = run(counterexample)
    for settle in (zeroed, with_fewer_arguments):
        settled = settle(counterexample) if replayed.accepted else None
        again = None if settled is None else run(settled)
        if settled and again and again.accepted and again.run.edges and again.run.edges[-1].target is replayed.run.edges[-1].target:
            counterexample, replayed = settled, again
    return replayed


def _certify_violation(program: Program, verdict: Verdict, counterexample: Counterexample, checkers: Checkers) -> Certified:
    deadline = checkers.context.deadline
    try:
        replayed = _replayed(program, counterexample, checkers)
    except OutOfTime:
        return Certified(Unknown("evidence not checked: timeout"), Evidence("replay", "", False, "timeout"))
    if not replayed.accepted:
        return _certified(verdict, "replay", Rejected(replayed.reason, "interpreter"))
    error = replayed.run.edges[-1].target if replayed.run.edges else program.entry.entry
    claimed = counterexample.edges[-1].target if counterexample.edges else error
    if error.property != claimed.property:
        reason = f"the run violates {error.property or 'another property'} before {claimed.property or 'the claimed one'}"
        return _certified(verdict, "replay", Rejected(reason, "interpreter"))
    harness = export_harness(program, replayed.run.choices, checkers.convention)
    if harness.broken:
        return _certified(verdict, "replay", Rejected(harness.broken, "interpreter"))
    if error.property not in ("", REACHABILITY):
        # The compiled program does not have the automaton: there is nothing in it to be reached.
        unproven = imprecise_library(harness) or impossible_inputs(harness) or unconfirmed_alternative(harness)
        return _certified(verdict, "replay", Rejected(unproven) if unproven else Accepted("interpreter"), replayed.reason)
    compiled: CompiledResult = Unchecked("")
    if checkers.gcc:
        compiled = check_with_gcc(program, replayed.run.choices, convention=checkers.convention, deadline=deadline)
    if isinstance(compiled, Rejected):
        rejected = _certified(verdict, "replay", compiled)
        # Where C leaves open what happens, or nothing has these inputs, the program may do something else, and neither is wrong.
        return rejected if harness.alternatives or harness.impossible else _with_model_error(rejected, compiled.reason)
    if isinstance(compiled, Accepted):
        certified = _certified(verdict, "replay", Accepted(f"interpreter and {compiled.checked_by}"), replayed.reason)
        return replace(certified, harness=harness.text)
    if isinstance(compiled, Refused) and not checkers.judges_refused:
        return _refused(compiled)
    doubts = (imprecise_library, impossible_inputs, unconfirmed_memory, unconfirmed_alternative)
    unproven = next(filter(None, (doubt(harness) for doubt in doubts)), "")
    if unproven:
        return _certified(verdict, "replay", Rejected(unproven, "interpreter"))
    # The interpreter's replay stands; that gcc could not confirm it is said.
    checked_by = f"interpreter (not compiled: {compiled.reason})" if compiled.reason else "interpreter"
    return replace(_certified(verdict, "replay", Accepted(checked_by), replayed.reason), harness=harness.text)
