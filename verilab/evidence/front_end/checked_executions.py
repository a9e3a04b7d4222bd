"""A proof is tried by the compiler's view of the text first, by executions of the compiled program then."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from verilab.evidence.compiler.building import Executable
from verilab.evidence.compiler.claims.places import ClaimedPlace
from verilab.evidence.compiler.executions import ProofExecutions
from verilab.evidence.front_end.comparison import Task, compare_with_compiler
from verilab.evidence.front_end.tokens import check_tokens
from verilab.evidence.results import CheckResult, CompiledResult, InputVector, Rejected, Unchecked
from verilab.program.cfa import Program
from verilab.program.errors import InputError
from verilab.resources import Deadline


class CheckedExecutions:
    """The executions of a program that was lowered from ``source``; the text is compared once, when a proof is there."""

    def __init__(self, executions: ProofExecutions, source: Path, program: Program) -> None:
        self._executions = executions
        self._task = Task(source, program)
        self._found: CheckResult | None = None

    def against_proof(
        self, vectors: Sequence[InputVector] = (), deadline: Deadline | None = None, claims: Sequence[ClaimedPlace] = ()
    ) -> CompiledResult:
        """Rejected where the compiler reads the text in another way than we do, or an execution reaches the error."""
        if self._found is None:
            self._found = self._compared(deadline)
        return self._found if isinstance(self._found, Rejected) else self._executions.against_proof(vectors, deadline, claims)

    def executable(self, seconds: float) -> Executable | str | None:
        return self._executions.executable(seconds)

    def _compared(self, deadline: Deadline | None) -> CheckResult:
        try:
            tokens = check_tokens(self._task.source, self._task.model)
        except InputError as error:  # it could be read a moment ago
            tokens = Unchecked(f"the tokens are not compared: {error.message}")
        return tokens if isinstance(tokens, Rejected) else compare_with_compiler(self._task, deadline)
