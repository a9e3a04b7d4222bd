"""A remark that silences a checker says why: on its line, or on that of the same kind above it (``see above``)."""

from __future__ import annotations

import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
FOLDERS = ("backends", "benchmarks", "docs", "examples", "property_tests", "results", "strategies", "tests", "verilab")
SILENCE = re.compile(r"#\s*(?:ruff:\s*)?(?:noqa\b(?::\s*[A-Z0-9, ]+)?|type:\s*ignore(?:\[[a-z\-, ]+\])?|pragma:\s*no cover)")


def silences() -> Iterator[tuple[str, str]]:
    """Where one is, and the reason behind it, "" where there is none."""
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*.py")):
            if not SILENCE.search(path.read_text(encoding="utf-8")):
                continue
            with path.open("rb") as lines:
                for token in tokenize.tokenize(lines.readline):
                    if token.type == tokenize.COMMENT and SILENCE.match(token.string):
                        yield f"{path.relative_to(ROOT)}:{token.start[0]}", SILENCE.sub("", token.string).strip(" #()")


def test_every_silence_has_its_reason() -> None:
    assert not [place for place, reason in silences() if not reason]
