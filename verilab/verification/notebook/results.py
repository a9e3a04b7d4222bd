"""Verdicts as HTML: what was found, by which evidence, at what cost."""

from __future__ import annotations

from verilab.drawings import line, table
from verilab.evidence.record import Evidence
from verilab.verification.schema import RunResult

_SHOWN = ("cpu_s", "wall_s", "solver_s", "states", "refinements", "candidates", "predicates")


def result_html(result: RunResult) -> str:
    """The verdict of each property, the evidence, the figures of the run."""
    expected = {None: "", True: ", expected true", False: ", expected false"}[result.expected]
    wrong = " (WRONG)" if result.classification == "wrong" else ""
    head = line(f"{result.task}{expected}", strong=f"{result.verdict}{wrong}")
    reason = line(result.reason) if result.reason else ""
    evidence = result.evidence
    accepted = "accepted" if evidence.accepted else "not accepted"
    words = [evidence.kind, evidence.checked_by, "" if evidence.kind == Evidence().kind else accepted, evidence.detail]
    properties = ""
    if len(result.properties) > 1:
        rows = [[property_.name, property_.verdict, property_.reason, property_.evidence.kind] for property_ in result.properties]
        properties = table(["property", "verdict", "reason", "evidence"], rows)
    figures = table(_SHOWN, [[getattr(result.statistics, name) for name in _SHOWN]])
    settings = f"{result.configuration.analysis} analysis, {result.configuration.strategy or 'default strategy'}"
    return head + reason + line("evidence:", ", ".join(filter(None, words))) + properties + line(settings) + figures
