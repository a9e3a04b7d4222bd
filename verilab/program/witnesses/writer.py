"""Witness files, format 2.0: invariants of loops, or the calls on the way to an error with what they returned."""

from __future__ import annotations

import datetime
import hashlib
import json
import uuid
from collections.abc import Sequence
from pathlib import Path

from verilab.data_classes import dataclass
from verilab.program.tasks import Task


@dataclass(frozen=True, slots=True)
class At:
    """1-based line and column of the program's file, and the function around them."""

    line: int
    column: int
    function: str


def written_invariants(task: Task, version: str, invariants: Sequence[tuple[At, str]]) -> str:
    """A correctness witness of loop invariants."""
    name = task.files[0].name
    items = [
        f"  - invariant:\n      type: loop_invariant\n      location: {_location(name, at)}\n"
        f"      value: {json.dumps(value)}\n      format: c_expression\n"
        for at, value in invariants
    ]
    return _header(task, version, "invariant_set") + ("  content:\n" + "".join(items) if items else "  content: []\n")


def written_violation(task: Task, version: str, returned: Sequence[tuple[At, int]], target: At) -> str:
    """A violation witness: what calls returned, in order, and the statement that violates the specification."""
    name = task.files[0].name

    def segment(kind: str, at: At, constraint: str = "") -> str:
        shown = f"  - segment:\n    - waypoint:\n        type: {kind}\n        action: follow\n        location: {_location(name, at)}\n"
        return shown + constraint

    items = []
    for at, value in returned:
        constraint = json.dumps(f"\\result == {value}{'ULL' if value > (1 << 63) - 1 else ''}")
        items.append(segment("function_return", at, f"        constraint: {{value: {constraint}, format: acsl_expression}}\n"))
    return _header(task, version, "violation_sequence") + "  content:\n" + "".join(items) + segment("target", target)


def _location(name: str, at: At) -> str:
    return f"{{file_name: {json.dumps(name)}, line: {at.line}, column: {at.column}, function: {at.function}}}"


def _header(task: Task, version: str, kind: str) -> str:
    (file,) = task.files
    functions, labels = sorted(task.error_convention.functions), sorted(task.error_convention.labels)
    specification = f"G ! call({functions[0]}())" if functions else f"G ! label({labels[0]})"
    if "reach_error" in functions:
        specification = "G ! call(reach_error())"
    name = json.dumps(_relative(file))
    now = datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    return f"""\
- entry_type: {kind}
  metadata:
    format_version: "2.0"
    uuid: {uuid.uuid4()}
    creation_time: {now}
    producer: {{name: "verilab", version: {json.dumps(version)}}}
    task:
      input_files: [{name}]
      input_file_hashes: {{{name}: {hashlib.sha256(file.read_bytes()).hexdigest()}}}
      specification: "{specification}"
      data_model: {task.data_model.value}
      language: C
"""


def _relative(file: Path) -> str:
    return file.name if file.is_absolute() else str(file)
