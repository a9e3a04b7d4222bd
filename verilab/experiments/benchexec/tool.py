"""The tool-info module with which BenchExec runs verilab: ``tool="verilab.experiments.benchexec.tool"`` in a benchmark definition."""

from __future__ import annotations

import re
from typing import Any

import benchexec.result as result
from benchexec.tools.template import BaseTool2

_RESULT = re.compile(r"RESULT: (true|false|unknown)(?: \((.*)\))?$")
_VALUES = {
    "states": r"^states\s+(\d+)",
    "refinements": r"^states.*\brefinements (\d+)",
    "predicates": r"^states.*\bpredicates (\d+)",
    "solver_s": r"^time.*, ([0-9.]+) s in solvers",
    "evidence": r"^evidence\s+(.*)$",
}
"""What the output tells, by the names of the columns of our rows."""


class Tool(BaseTool2):  # type: ignore[misc]  # BenchExec ships no types
    """verilab as BenchExec sees it."""

    def executable(self, tool_locator: Any) -> str:
        return str(tool_locator.find_executable("verilab"))

    def name(self) -> str:
        return "verilab"

    def version(self, executable: str) -> str:
        return str(self._version_from_tool(executable, line_prefix="verilab"))

    def project_url(self) -> str:
        return "https://pypi.org/project/verilab/"

    def cmdline(self, executable: str, options: list[str], task: Any, rlimits: Any) -> list[str]:
        """BenchExec's limits become ours unless the options give them, so that a run ends by itself and tells what it has found."""
        command = [executable, "verify", task.single_input_file, *options]
        if task.property_file:
            command += ["--property", task.property_file]
        model = (task.options or {}).get("data_model") if isinstance(task.options, dict) else None
        if model:
            command += ["--data-model", model]
        given = {option.partition("=")[0] for option in options}
        limits = {
            "--cpu-limit": rlimits.cputime,
            "--time-limit": rlimits.walltime or rlimits.cputime,
            "--memory-limit": rlimits.memory and max(200, rlimits.memory // 1_000_000),
        }
        for option, limit in limits.items():
            if limit and option not in given:
                command += [option, str(limit)]
        return command

    def determine_result(self, run: Any) -> str:
        for line in reversed(list(run.output)):
            match = _RESULT.match(line.strip())
            if match:
                return self._status(match[1], match[2] or "")
        if run.exit_code.value == 2:
            return f"{result.RESULT_ERROR} (input)"
        return str(result.RESULT_ERROR)

    def _status(self, verdict: str, reason: str) -> str:
        if verdict == "true":
            return str(result.RESULT_TRUE_PROP)
        if verdict == "false":
            return str(result.RESULT_FALSE_REACH)
        if reason.startswith(("timeout", "out of CPU time")):
            return str(result.RESULT_TIMEOUT)
        return "OUT OF MEMORY" if reason.startswith("out of memory") else str(result.RESULT_UNKNOWN)

    def get_value_from_output(self, output: Any, identifier: str) -> str | None:
        pattern = _VALUES.get(identifier)
        for line in output if pattern else ():
            match = re.search(pattern or "", line)
            if match:
                return match[1]
        return None
