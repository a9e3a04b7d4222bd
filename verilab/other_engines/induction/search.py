"""The search for inductive invariants: observe, guess, keep what is inductive."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from pysmt.fnode import FNode

from verilab.analysis.invariants import Invariants, Region
from verilab.data_classes import dataclass
from verilab.formulas.blocks.builder import BlockBuilder
from verilab.formulas.encodings.definitions import Definitions
from verilab.formulas.path_formulas import PathFormulas
from verilab.other_engines.induction.algebra import Algebra
from verilab.other_engines.induction.guesses import Clause, Guesses, is_light, is_linear, multiplies
from verilab.other_engines.induction.houdini import Houdini, Unanswered, reachable_blocks
from verilab.other_engines.induction.observations import Observations
from verilab.other_engines.induction.polynomials import TooLarge as TooManyMonomials
from verilab.other_engines.induction.products import Products
from verilab.program.control import ControlPoint
from verilab.program.counterexample import Counterexample
from verilab.program.elements import Element
from verilab.program.storages import Variable
from verilab.resources import Deadline
from verilab.solving.backend import SolverSession

QUERY_SECONDS, BITWISE_SECONDS = 0.5, 1.0
MOST_EDGES = 4000
MOST_HEADS = 24
MOST_VARIABLES = 40
MOST_BITWISE = 150
"""Of more clauses only those without a condition are tried in bit vectors, where each takes longer, behind those that take little."""
DEGREE = 1
DEGREE_OF_PRODUCTS = 2
"""Of the equations that are guessed where the program multiplies variables; those of products are left to ``prove_by_algebra``."""
MOST_SUPPOSED = 40
"""Linear clauses of one loop head in a claim of ``prove_by_algebra``."""


class TooLarge(Exception):
    """The program is not one for guesses; the message says why."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """An encoding to look for a proof in, with the builder of its large blocks."""

    formulas: PathFormulas
    builder: BlockBuilder
    make_session: Callable[[], SolverSession]


class InductionSearch:
    """One search over the points of ``builder``'s graph; ``tick`` is called between its steps.

    ``clauses``: what was guessed at each loop head.
    """

    def __init__(self, builder: BlockBuilder, deadline: Deadline, tick: Callable[[], object] = lambda: None) -> None:
        self._deadline = deadline
        self._tick = tick
        self._graph = builder.graph
        if len(self._graph.program.edges) > MOST_EDGES:
            raise TooLarge(f"the program has more than {MOST_EDGES} edges")
        self._variables = _live(builder)
        if not self._variables:
            raise TooLarge("the program has no loop")
        self._observations = Observations(self._graph, self._variables)
        self.clauses: dict[ControlPoint, list[Clause]] = {}
        self._multiplies = multiplies(self._graph.program)
        self._kept = self._queries = 0

    def measures(self) -> dict[str, float]:
        """As a run's report has them."""
        observations = self._observations
        return {
            "executions": observations.runs,
            "observed_states": sum(map(len, observations.rows.values())),
            "guessed_clauses": sum(map(len, self.clauses.values())),
            "inductive_clauses": self._kept,
            "induction_queries": self._queries,
        }

    def explore(self) -> Counterexample | None:
        """Execute the program and guess; an execution that reaches an error, if there is one.  Raises OutOfTime."""
        counterexample = self._observations.explore(self._deadline)
        if counterexample is not None:
            return counterexample
        self._tick()
        guesses = Guesses(self._graph.program, self._observations.numbers)
        for point, variables in self._variables.items():
            degree = DEGREE_OF_PRODUCTS if self._multiplies else DEGREE
            self.clauses[point] = guesses.at(*self._known(point, variables), degree)
            self._tick()
        return None

    def _known(self, point: ControlPoint, variables: Sequence[Variable]) -> tuple[list[Variable], list[list[int]]]:
        """The variables that had a value in all states, and the rows of these."""
        unknown = self._observations.unknown[point]
        places = [place for place, variable in enumerate(variables) if variable not in unknown]
        rows = dict.fromkeys(tuple([row[place] for place in places]) for row in self._observations.rows[point])
        return [variables[place] for place in places], [list(row) for row in rows]

    def prove(self, attempt: Attempt) -> Invariants | None:
        """Invariants in the attempt's encoding, made of guesses; None where these do not exclude all errors.  Raises OutOfTime."""
        light = {point: [clause for clause in guesses if is_light(clause)] for point, guesses in self.clauses.items()}
        rest = self.clauses
        if attempt.formulas.vocabulary.encoding.name == "bv" and sum(map(len, rest.values())) > MOST_BITWISE:
            rest = {point: [clause for clause in guesses if len(clause.literals) == 1] for point, guesses in rest.items()}
        return self._prove(attempt, light) or self._prove(attempt, rest)

    def _prove(self, attempt: Attempt, clauses: Mapping[ControlPoint, Sequence[Clause]]) -> Invariants | None:
        candidates = {point: list(formulas_of(attempt.formulas, filter(is_linear, guesses))) for point, guesses in clauses.items()}
        seconds = BITWISE_SECONDS if attempt.formulas.vocabulary.encoding.name == "bv" else QUERY_SECONDS
        houdini = Houdini(attempt.formulas, attempt.builder, attempt.make_session, seconds, self._deadline, self._tick)
        try:
            left = houdini.inductive(candidates)
            self._kept = sum(map(len, left.values()))
            return houdini.proof(left)
        except Unanswered:
            return None
        finally:
            self._queries += houdini.queries
            houdini.close()

    def prove_by_algebra(self, attempt: Attempt, *, first: bool = False) -> Invariants | None:
        """A claim in bit vectors: the equations that are inductive by algebra and, where these are not enough, linear clauses.

        None where nothing is left that a solver has not tried: where the program multiplies variables, no equation of degree 2 or more;
        elsewhere no equations that exclude all errors by themselves, which ``first`` asks for everywhere.  That the claim excludes all
        errors is left to its check, which must show it anyhow.  Raises OutOfTime.
        """
        known = self._by_algebra
        if known is None or (first and not known[1]):
            return None
        equations, enough = known
        if not self._multiplies and not enough:
            return None
        if self._multiplies and all(is_linear(clause) for kept in equations.values() for clause in kept):
            return None
        terms = attempt.formulas.vocabulary.terms
        claims = {point: list(formulas_of(attempt.formulas, kept)) for point, kept in equations.items()}
        if not enough:
            for point, formulas in self._linear(attempt).items():
                claims[point] += formulas
        return {point: Region(terms.conjunction(formulas), "bv") for point, formulas in claims.items()}

    @cached_property
    def _by_algebra(self) -> tuple[Mapping[ControlPoint, Sequence[Clause]], bool] | None:
        """The equations that are inductive, and whether they exclude all errors; None where there is too much to be computed with."""
        algebra = Algebra(self._graph, self._variables, self._tick)
        try:
            equations = algebra.inductive(self.clauses)
            return equations, algebra.is_enough(equations, supposed=not self._multiplies)
        except TooManyMonomials:
            return None

    def _linear(self, attempt: Attempt) -> Mapping[ControlPoint, Sequence[FNode]]:
        """The linear clauses that are inductive whatever products are, longer ones first; none where the solver gives up."""
        candidates = {
            point: list(
                formulas_of(
                    attempt.formulas, sorted(filter(_is_short, filter(is_linear, clauses)), key=lambda clause: -len(clause.literals))
                )
            )
            for point, clauses in self.clauses.items()
        }
        abstract = Products(attempt.formulas.vocabulary.terms).abstracted
        houdini = Houdini(
            attempt.formulas, attempt.builder, attempt.make_session, QUERY_SECONDS, self._deadline, self._tick, abstract=abstract
        )
        try:
            return houdini.inductive({point: formulas[:MOST_SUPPOSED] for point, formulas in candidates.items()})
        except Unanswered:
            return {}
        finally:
            self._queries += houdini.queries
            houdini.close()


def formulas_of(formulas: PathFormulas, clauses: Iterable[Clause]) -> Iterator[FNode]:
    """The clauses as formulas over the vocabulary's symbols; none for those that need other ones (quotients), or say nothing."""
    translator, terms = formulas.translator, formulas.vocabulary.terms
    for clause in clauses:
        definitions = Definitions(terms)
        parts = []
        for expression, positive in clause.literals:
            truth = translator.truth(expression, {}, definitions)
            parts.append(truth if positive else terms.negation(truth))
        formula = terms.disjunction(parts)
        if not definitions.order and formula is not terms.true and not any(terms.negation(part) in parts for part in parts):
            yield formula


def _is_short(clause: Clause) -> bool:
    """Whether it has no condition, or is a bound that is kept once the loop is entered."""
    return len(clause.literals) == 1 or (len(clause.literals) == 2 and all(positive for _, positive in clause.literals))


def _live(builder: BlockBuilder) -> Mapping[ControlPoint, list[Variable]]:
    """Per loop head the scalars whose values there some later block may read, in the order of their slots.  Raises TooLarge."""
    blocks = list(reachable_blocks(builder))
    heads = {block.target for block in blocks if not block.target.location.is_error}
    if len(heads) > MOST_HEADS:
        raise TooLarge(f"the program has more than {MOST_HEADS} loop heads")
    live: dict[ControlPoint, set[Element]] = {head: set() for head in heads}
    changed = True
    while changed:
        changed = False
        for block in blocks:
            known = live.get(block.source)
            if known is not None:
                elements = {*block.reads, *(element for element in live.get(block.target, ()) if element not in block.exit)}
                if not elements <= known:
                    known |= elements
                    changed = True
    scalars = {
        head: sorted({element for element, _ in elements if isinstance(element, Variable)}, key=_slot) for head, elements in live.items()
    }
    most = max(map(len, scalars.values()), default=0)
    if most > MOST_VARIABLES:
        raise TooLarge(f"{most} variables are live at a loop head")
    return scalars


def _slot(variable: Variable) -> int:
    return variable.slot
