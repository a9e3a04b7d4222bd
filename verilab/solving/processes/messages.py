"""What crosses the pipe between verilab and a worker process: one JSON object per line, terms by name (``shared_terms``).

Requests carry ``op`` and its arguments, ``define`` (the definitions of new terms), and ``before``: changes of the session
(["push"], ["pop", levels], ["add", names...]) that are carried out first.  Answers are ``{"ok": ...}``, with ``define``, or
``{"error": kind, "message": text}``; after an error of kind "protocol" neither side knows what the other knows.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import islice
from typing import Any

from pysmt.fnode import FNode

from verilab.solving.backend import Capabilities, Theory, Value
from verilab.solving.horn import Clause, HornSystem
from verilab.solving.interpolation import Failed, Interpolants, Invalid, NotUnsat, Outcome, TimedOut, Unsupported

PROTOCOL = 5


def capabilities_to_json(capabilities: Capabilities) -> dict[str, Any]:
    """The inverse of ``capabilities_from_json``."""
    return {
        "theories": sorted(theory.name for theory in capabilities.theories),
        "models": capabilities.models,
        "unsat_cores": capabilities.unsat_cores,
        "all_sat": capabilities.all_sat,
        "interpolation": {name: sorted(t.name for t in theories) for name, theories in capabilities.interpolation.items()},
        "thread_safe": capabilities.thread_safe,
        "trees": sorted(capabilities.trees),
        "loops": sorted(capabilities.loops),
        "preferred": list(capabilities.preferred),
        "controls": sorted(capabilities.controls),
        "algorithms": {name: dict(algorithms) for name, algorithms in capabilities.algorithms.items()},
    }


def capabilities_from_json(data: dict[str, Any]) -> Capabilities:
    """A worker's capabilities; its engine is not in this process, where no other backend can prove for it."""
    return Capabilities(
        theories=frozenset(Theory[name] for name in data["theories"]),
        models=data["models"],
        unsat_cores=data["unsat_cores"],
        all_sat=data["all_sat"],
        interpolation={name: frozenset(Theory[t] for t in theories) for name, theories in data["interpolation"].items()},
        thread_safe=data["thread_safe"],
        in_process=False,
        trees=frozenset(data["trees"]),
        loops=frozenset(data["loops"]),
        preferred=tuple(data["preferred"]),
        controls=frozenset(data["controls"]),
        algorithms=data["algorithms"],
    )


def value_to_json(value: Value) -> bool | str:
    """Booleans as they are, numbers as text (JSON readers may round large ones)."""
    return value if isinstance(value, bool) else f"r{value}" if isinstance(value, Fraction) else str(value)


def value_from_json(data: bool | str) -> Value:
    """The inverse of ``value_to_json``."""
    if isinstance(data, bool):
        return data
    return Fraction(data[1:]) if data.startswith("r") else int(data)


def clauses_to_json(system: HornSystem) -> tuple[list[list[Any]], list[FNode]]:
    """A system as its shape and its terms: the numbers of parameters, then of each clause source, target and numbers of arguments."""
    terms = [symbol for parameters in system.parameters for symbol in parameters]
    shape: list[list[Any]] = [[len(parameters) for parameters in system.parameters]]
    for clause in system.clauses:
        shape.append([clause.source, clause.target, len(clause.before), len(clause.after)])
        terms += [clause.body, *clause.before, *clause.after]
    return shape, terms


def clauses_from_json(shape: list[list[Any]], terms: Sequence[FNode]) -> HornSystem:
    """The inverse of ``clauses_to_json``."""
    rest = iter(terms)
    parameters = tuple([tuple(islice(rest, count)) for count in shape[0]])
    clauses = []
    for source, target, before, after in shape[1:]:
        clauses.append(Clause(source, target, next(rest), tuple(islice(rest, before)), tuple(islice(rest, after))))
    return HornSystem(parameters, tuple(clauses))


def outcome_to_json(outcome: Outcome, names_of: Callable[[Sequence[FNode]], list[str]]) -> dict[str, Any]:
    """The inverse of ``outcome_from_json``."""
    match outcome:
        case Interpolants(formulas=formulas, procedure=procedure, fallback=fallback):
            return {"kind": "interpolants", "formulas": names_of(formulas), "procedure": procedure, "fallback": fallback}
        case NotUnsat():
            return {"kind": "notunsat"}
        case TimedOut(procedure=procedure):
            return {"kind": "timedout", "procedure": procedure}
        case Unsupported(reason=reason, procedure=procedure):
            return {"kind": "unsupported", "reason": reason, "procedure": procedure}
        case Failed(reason=reason, procedure=procedure):
            return {"kind": "failed", "reason": reason, "procedure": procedure}
        case Invalid(violation=violation, procedure=procedure):
            return {"kind": "invalid", "reason": violation, "procedure": procedure}


def outcome_from_json(data: dict[str, Any], terms_of: Callable[[Sequence[str]], list[FNode]]) -> Outcome:
    """An outcome over the terms of this process."""
    match data["kind"]:
        case "interpolants":
            return Interpolants(tuple(terms_of(data["formulas"])), data["procedure"], data["fallback"])
        case "notunsat":
            return NotUnsat()
        case "timedout":
            return TimedOut(data["procedure"])
        case "unsupported":
            return Unsupported(data["reason"], data["procedure"])
        case "failed":
            return Failed(data["reason"], data["procedure"])
        case "invalid":
            return Invalid(data["reason"], data["procedure"])
    raise ValueError(f"unknown outcome {data['kind']!r}")
