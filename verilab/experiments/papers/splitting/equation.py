"""Whether a run of VMCAI'12 Fig. 1 has found its invariant, n = x + y + z: read out of the run's refinement log."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from enum import Enum
from pathlib import Path

from pysmt.environment import Environment
from pysmt.exceptions import PysmtException
from pysmt.fnode import FNode
from pysmt.parsing import HRParser
from pysmt.rewritings import conjunctive_partition
from pysmt.typing import INT

from verilab.solving.backend import SolverSession, Status
from verilab.solving.registry import DEFAULT_BACKEND, load_backend
from verilab.verification.schema import Refinement

SECONDS = 2.0
"""For one implication."""
_SCOPE = re.compile(r"\w+::")


class Finding(Enum):
    """What the best interpolant of a run says of an equation."""

    EQUAL = "itself"
    CONTAINED = "contained"
    NONE = "no"


class EquationFinder:
    """Compares interpolants over ``names``, the variables of a program's only function, with the equation of the first and the sum
    of the others."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self._environment = Environment()
        formulas = self._environment.formula_manager
        symbols = [formulas.Symbol(name, INT) for name in names]
        self.equation: FNode = formulas.Equals(symbols[0], formulas.Plus(symbols[1:]))
        self._backend = load_backend(DEFAULT_BACKEND)
        self._session: SolverSession = self._backend.session(self._environment)

    def close(self) -> None:
        """Free the solver."""
        self._session.close()
        self._backend.close()

    def find(self, log: Path) -> Finding:
        """The best of what the chosen refinements of a log had to say; an interpolant that cannot be read says nothing."""
        findings = {self.relate(text) for text in _interpolants(log)}
        return next(finding for finding in Finding if finding in findings or finding is Finding.NONE)

    def relate(self, text: str) -> Finding:
        """What an interpolant, as logs print it, says of the equation; ``CONTAINED``: some of its conjuncts together say just that.

        To be stronger is not enough: the first interpolant of a loop head is often its first state, which implies every invariant.
        """
        try:
            formula = HRParser(self._environment).parse(_SCOPE.sub("", text))
        except (PysmtException, KeyError, ValueError, StopIteration):  # the parser asks its tokens for one too many
            return Finding.NONE
        negation = self._environment.formula_manager.Not
        conjuncts = list(conjunctive_partition(formula))
        implied = [conjunct for conjunct in conjuncts if self._refuted(self.equation, negation(conjunct))]
        if not self._refuted(*implied, negation(self.equation)):
            return Finding.NONE
        return Finding.EQUAL if len(implied) == len(conjuncts) else Finding.CONTAINED

    def _refuted(self, *formulas: FNode) -> bool:
        return self._session.check(list(formulas), timeout=SECONDS) is Status.UNSAT


def _interpolants(log: Path) -> Iterator[str]:
    """The texts of the chosen candidates' interpolants, or of those joined."""
    for line in log.read_text(errors="replace").splitlines():
        try:
            row = Refinement.from_json(json.loads(line))
        except (ValueError, KeyError, TypeError):
            return  # the unfinished last line of a run that was killed
        for place, candidate in enumerate(row.candidates):
            if row.role(place) in ("chosen", "joined"):
                yield from dict.fromkeys(text for _, _, text in candidate.interpolants)
