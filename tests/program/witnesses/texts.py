"""Witnesses written for tests."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

DIGITS = "0" * 64


def header(kind: str, file: str, digest: str, specification: str = "G ! call(reach_error())", model: str = "ILP32") -> str:
    return f"""\
- entry_type: {kind}
  metadata:
    format_version: "2.0"
    uuid: 91023a0f-9f45-4385-88c4-1152ade45537
    creation_time: 2024-04-29T13:13:07+02:00
    producer: {{name: hand, version: "1"}}
    task:
      input_files: [{file}]
      input_file_hashes: {{{file}: {digest}}}
      specification: "{specification}"
      data_model: {model}
      language: C
"""


def location(file: str, place: str) -> str:
    """``place`` is LINE or LINE:COLUMN."""
    line, _, column = place.partition(":")
    return f"{{file_name: {file}, line: {line}{f', column: {column}' if column else ''}}}"


def invariants(file: str, *claims: tuple[str, str, str], digest: str = DIGITS, **options: str) -> str:
    """A correctness witness; each claim is "loop" or "location", a place and an expression."""
    items = [
        f"  - invariant:\n      type: {kind}_invariant\n      location: {location(file, place)}\n"
        f"      value: {json.dumps(value)}\n      format: c_expression\n"
        for kind, place, value in claims
    ]
    return header("invariant_set", file, digest, **options) + ("  content:\n" + "".join(items) if items else "  content: []\n")


def waypoint(file: str, text: str) -> str:
    """``text`` is [-]KIND PLACE [CONSTRAINT]; a minus begins what is to be avoided."""
    kind, _, rest = text.removeprefix("-").partition(" ")
    place, _, constraint = rest.partition(" ")
    name = {"enter": "function_enter", "return": "function_return", "assume": "assumption", "branch": "branching"}.get(kind, kind)
    action = "avoid" if text.startswith("-") else "follow"
    shown = f"    - waypoint:\n        type: {name}\n        action: {action}\n        location: {location(file, place)}\n"
    return shown + (f"        constraint: {{value: {json.dumps(constraint)}}}\n" if constraint else "")


def violation(file: str, *segments: tuple[str, ...], digest: str = DIGITS, **options: str) -> str:
    """A violation witness; each segment is the waypoints of ``waypoint``."""
    items = ["  - segment:\n" + "".join(waypoint(file, text) for text in segment) for segment in segments]
    return header("violation_sequence", file, digest, **options) + "  content:\n" + "".join(items)


def digest_of(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
