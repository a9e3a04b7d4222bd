"""Which values some predicates can have together, whatever the program: the satisfiable minterms of each set that shares symbols."""

from __future__ import annotations

from contextlib import closing

from verilab.analysis.predicate.compared_variables import ComparedVariables
from verilab.analysis.predicate.components import Components, mask, members
from verilab.analysis.predicate.predicates import Predicates
from verilab.analysis.predicate.regions import Bdd, Regions
from verilab.analysis.predicate.sessions import BlockSessions, ranges
from verilab.formulas.vocabulary import Vocabulary
from verilab.solving.backend import SolverGaveUp

MOST_MINTERMS = 256
"""Past which the minterms of a component are not enumerated."""


class Consistency:
    """Diagrams of consistent minterms, each enumerated once."""

    def __init__(
        self, predicates: Predicates, regions: Regions, sessions: BlockSessions, components: Components, compared: ComparedVariables
    ) -> None:
        self._predicates = predicates
        self._regions = regions
        self._sessions = sessions
        self._components = components
        self._compared = compared
        self._minterms: dict[tuple[int, ...], Bdd | None] = {}
        self._of: dict[tuple[int, ...], Bdd | None] = {}

    def of(self, numbers: tuple[int, ...], vocabulary: Vocabulary) -> Bdd | None:
        """The consistent minterms of these predicates; None where there are too many, or where the solver gives up."""
        if numbers not in self._of:
            result: Bdd | None = self._regions.true
            for component in self._components.partition(mask(numbers)):
                minterms = self._minterms_of(tuple(members(component)), vocabulary)
                if minterms is None:
                    result = None
                    break
                result &= minterms
            self._of[numbers] = result
        return self._of[numbers]

    def _minterms_of(self, numbers: tuple[int, ...], vocabulary: Vocabulary) -> Bdd | None:
        if numbers not in self._minterms:
            self._minterms[numbers] = self._enumerate(numbers, vocabulary)
        return self._minterms[numbers]

    def without_solver(self, numbers: tuple[int, ...], vocabulary: Vocabulary) -> Bdd | None:
        """The consistent minterms of predicates that only compare variables; None where a solver must say."""
        formulas = {self._regions.name(number): self._predicates[number].formula for number in numbers}
        constraints = dict(pair for formula in formulas.values() for pair in ranges(vocabulary, formula))
        return self._compared.relation(list(constraints.values()), formulas)

    def _enumerate(self, numbers: tuple[int, ...], vocabulary: Vocabulary) -> Bdd | None:
        known = self.without_solver(numbers, vocabulary)
        if known is not None:
            return known
        regions = self._regions
        chosen = [self._predicates[number] for number in numbers]
        formulas = vocabulary.terms.environment.formula_manager
        names = [regions.name(number) for number in numbers]
        result, count = regions.false, 0
        with self._sessions.free() as solver:
            constraints = dict(pair for predicate in chosen for pair in ranges(vocabulary, predicate.formula))
            solver.add(*constraints.values(), *(formulas.Iff(predicate.entry, predicate.formula) for predicate in chosen))
            try:
                with closing(solver.all_sat([predicate.entry for predicate in chosen])) as cubes:
                    for cube in cubes:
                        count += 1
                        if count > MOST_MINTERMS:
                            return None
                        result = result | regions.named_cube(names, cube)
            except SolverGaveUp:
                return None
        return result
