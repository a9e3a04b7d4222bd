"""The answer to a witness: confirmed, rejected with the reason, or unknown.

A correctness witness is confirmed where its invariants hold and the error is not reached, by evidence that is checked as that of our own
proofs; it is rejected where an execution breaks one of them or reaches the error.  A violation witness is confirmed where an execution
that it describes reaches the error, and rejected where it is proven that none does.
"""

from __future__ import annotations

import re
from enum import Enum
from typing import Any

from verilab.data_classes import dataclass
from verilab.evidence.witnesses.inputs import reaches_error
from verilab.program.tasks import Task
from verilab.program.witnesses.assertions import HOLDS, VIOLATED
from verilab.program.witnesses.model import CorrectnessWitness, Witness
from verilab.program.witnesses.weaving import judging
from verilab.resources import Deadline, OutOfTime
from verilab.verification.configuration import Configuration
from verilab.verification.frontend import load_program
from verilab.verification.isolated import run_isolated
from verilab.verification.schema import RunResult

REPLAY_SECONDS = 10.0


class Answer(Enum):
    CONFIRMED = "confirmed"
    REJECTED = "rejected"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Validation:
    """What became of a witness: ``reason`` says why, ``checked_by`` who says so; ``results`` are of the runs that were needed.

    ``warnings``: what the witness says of its task and the task does not.
    """

    answer: Answer
    reason: str
    checked_by: str = ""
    results: tuple[RunResult, ...] = ()
    warnings: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        return {
            "answer": self.answer.value,
            "reason": self.reason,
            "checked_by": self.checked_by,
            "runs": [result.to_json() for result in self.results],
            "warnings": list(self.warnings),
        }


def validate(witness: Witness, task: Task, configuration: Configuration) -> Validation:
    """Validate a witness on its task (``verilab.verification.validation.subject``).

    Raises RejectedInput where the program or the witness is wrong, with the place.
    """
    if isinstance(witness, CorrectnessWitness):
        # Without a claim there is nothing to weave in, and the program can be executed as it is.
        judged = judging(task, witness) if witness.invariants else task
        return _of_invariants(witness, run_isolated(judged, configuration))
    validations: list[Validation] = []
    for number in range(len(witness.sequences)):
        result = run_isolated(judging(task, witness, number), configuration)
        validations.append(_of_violation(task, result, configuration))
        if validations[-1].answer is Answer.CONFIRMED:
            break
    results = tuple(result for validation in validations for result in validation.results)
    # One sequence that describes a violation is enough; a witness is rejected where none does.
    for answer in (Answer.CONFIRMED, Answer.UNKNOWN):
        for validation in validations:
            if validation.answer is answer:
                return Validation(answer, validation.reason, validation.checked_by, results)
    return Validation(Answer.REJECTED, validations[-1].reason, validations[-1].checked_by, results)


def _of_invariants(witness: CorrectnessWitness, result: RunResult) -> Validation:
    checked_by, claims = result.evidence.checked_by, result.details.get("witness", {})
    if result.verdict == "unknown":
        return Validation(Answer.UNKNOWN, result.reason, "", (result,))
    if result.verdict == "true":
        reason = "the invariants are inductive and exclude the error"
        if not witness.invariants:
            reason = "it claims no invariant, and the error is not reached"
        elif not claims.get("inductive"):
            why = claims.get("reason", "not inductive")
            reason = f"the invariants hold and the error is not reached; verification strengthened them ({why})"
        return Validation(Answer.CONFIRMED, reason, checked_by, (result,))
    violation = result.details.get("violation", {})
    broken = re.search(rf"(?:{VIOLATED}|{HOLDS})(\d+)", violation.get("text", ""))
    failure = "the program reaches the error" if broken is None else f"{witness.invariants[int(broken[1])]} does not hold"
    return Validation(Answer.REJECTED, f"{failure}{_inputs(violation)}", checked_by, (result,))


def _of_violation(task: Task, result: RunResult, configuration: Configuration) -> Validation:
    checked_by = result.evidence.checked_by
    if result.verdict == "unknown":
        return Validation(Answer.UNKNOWN, result.reason, "", (result,))
    if result.verdict == "true":
        return Validation(Answer.REJECTED, "no execution that it describes reaches the error", checked_by, (result,))
    violation = result.details.get("violation", {})
    recorded = violation.get("inputs")
    inputs = None if recorded is None else [(origin, tuple(values)) for origin, values in recorded]
    if inputs is None or not _replays(task, inputs, configuration):
        return Validation(
            Answer.UNKNOWN, "an execution was found, but its inputs do not reach the error without the witness", "", (result,)
        )
    where = f"an execution that it describes reaches the error at line {violation['line']}"
    return Validation(Answer.CONFIRMED, f"{where}{_inputs(violation)}", f"{checked_by}, replayed without the witness", (result,))


def _replays(task: Task, inputs: list[tuple[str, tuple[int, ...]]], configuration: Configuration) -> bool:
    """Whether the program as it is, without anything woven into it, reaches the error with these inputs."""
    try:
        return reaches_error(load_program(task, configuration), inputs, Deadline(REPLAY_SECONDS))
    except OutOfTime:
        return False


def _inputs(violation: dict[str, Any]) -> str:
    inputs = violation.get("inputs") or []
    if not inputs:
        return ""
    shown = [f"{origin} = {', '.join(map(str, values))}" for origin, values in inputs[:8]]
    return f" (inputs: {'; '.join(shown)}{'; ...' if len(inputs) > 8 else ''})"
