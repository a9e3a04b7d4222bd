"""Mutated experiments end in a design or in an error that a user can read, and write nothing."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from property_tests.examples import examples
from tests.experiments.design.test_design import GOOD
from verilab.errors import Refused
from verilab.experiments.design.design import load_design
from verilab.program.errors import InputError

SIGNS = ('"', "[", "]", "{", "}", "=", "\n", "[[", "0", "-1", "1e400", "nan", "\0", "ü", "'''")
PIECES = st.sampled_from([*GOOD.split(), *GOOD.split("\n"), *SIGNS])
EXAMPLES = examples(50)


@st.composite
def mutated(draw: st.DrawFn) -> str:
    text = GOOD
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, 30)))
        text = text[:start] + draw(st.one_of(PIECES, st.text(max_size=5))) + text[end:]
    return text


def outcome(path: Path) -> str:
    """What a user is told: how many runs there are, or what is wrong."""
    try:
        return f"{load_design(path).count} runs"
    except (InputError, Refused) as error:
        return error.render()


@settings(max_examples=EXAMPLES, deadline=None)
@given(mutated())
def test_a_mutated_experiment_is_read_or_refused_with_a_message(text: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "experiment.toml"
        path.write_bytes(text.encode("utf-8", "surrogatepass"))
        message = outcome(path)
        assert message.endswith(" runs") or "error: " in message
        assert not message.startswith("0 runs")
        assert os.listdir(folder) == ["experiment.toml"]
