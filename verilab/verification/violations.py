"""What a result tells of a violation: where it is, and the inputs that lead there."""

from __future__ import annotations

from typing import Any

from verilab.evidence.witnesses.inputs import inputs_of, places_of
from verilab.refinement.verdicts import Unsafe

MOST_INPUTS = 10_000


def violation_details(violation: Unsafe) -> dict[str, Any]:
    """As plain JSON values: the last edge's place and text, and the inputs in order with their places (None: too many, or not known)."""
    counterexample = violation.counterexample
    inputs = [[origin, list(values)] for origin, values in inputs_of(counterexample.choices)]
    place = {"file": "", "line": 0, "column": 0, "text": ""}
    if counterexample.edges:
        edge = counterexample.edges[-1]
        place |= {"file": edge.position.file, "line": edge.position.line, "column": edge.position.column, "text": edge.text}
    if violation.compiled is not None:
        given = violation.compiled.inputs
        return place | {"inputs": [[name, [value]] for name, value in given] if len(given) <= MOST_INPUTS else None, "places": None}
    if len(inputs) > MOST_INPUTS:
        return place | {"inputs": None, "places": None}
    places = [[position.file, position.line, position.column] for position in places_of(counterexample.choices)]
    return place | {"inputs": inputs, "places": places}
