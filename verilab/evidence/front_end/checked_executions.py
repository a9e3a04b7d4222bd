"""A proof is tried by the compiler's view of the text first, by executions of the compiled program then."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from verilab.evidence.compiler.building import Executable
from verilab.evidence.compiler.claims.places import ClaimedPlace
from verilab.evidence.compiler.executions import ModelOfDecisions, ProofExecutions
from verilab.evidence.executions.decisions import DecisionModel
from verilab.evidence.front_end.comparison import Task, compare_with_compiler
from verilab.evidence.front_end.conditional_groups import check_conditional_groups
from verilab.evidence.front_end.tokens import check_tokens
from verilab.evidence.results import CheckResult, CompiledResult, InputVector, Rejected, Unchecked
from verilab.program.cfa import Program
from verilab.program.errors import InputError
from verilab.program.memory.objects.placement import Placement
from verilab.resources import Deadline


class CheckedExecutions:
    """The executions of a program that was lowered from ``source``; the text is compared once, when a proof is there.

    ``elsewhere``: see ``DecisionModel``.
    """

    def __init__(
        self, executions: ProofExecutions, source: Path, program: Program, elsewhere: Callable[[Placement], Program] | None = None
    ) -> None:
        self._executions = executions
        self._model = DecisionModel(program, elsewhere)
        self._task = Task(source, program)
        self._comparison: CheckResult | None = None

    def against_proof(
        self,
        vectors: Sequence[InputVector] = (),
        deadline: Deadline | None = None,
        claims: Sequence[ClaimedPlace] = (),
        model: ModelOfDecisions | None = None,
    ) -> CompiledResult:
        """Rejected where the compiler reads the text in another way than we do, or an execution reaches the error or goes another way."""
        if self._comparison is None:
            self._comparison = self._compared(deadline)
        if isinstance(self._comparison, Rejected):
            return self._comparison
        return self._executions.against_proof(vectors, deadline, claims, model or self._model)

    def executable(self, seconds: float) -> Executable | str | None:
        return self._executions.executable(seconds)

    def _compared(self, deadline: Deadline | None) -> CheckResult:
        try:
            tokens = check_tokens(self._task.source, self._task.model)
        except InputError as error:  # it could be read a moment ago
            tokens = Unchecked(f"the tokens are not compared: {error.message}")
        if isinstance(tokens, Rejected):
            return tokens
        groups = check_conditional_groups(self._task.source, self._task.model)
        return groups if isinstance(groups, Rejected) else compare_with_compiler(self._task, deadline)
