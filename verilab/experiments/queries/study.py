"""The study: every arm, an engine with factors, on the identical recorded queries; one tidy row for each query and arm.

Every answer is certified by another solver, placed between the poles (``placement``), and its predicates are tried on the path that they
come from (``verilab.solving.predicate_paths``): whether a refinement would exclude it.  The rows of a task are written when all of them are
there, so that a study which was ended goes on with the next task.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

from pysmt.environment import Environment
from pysmt.fnode import FNode

from verilab.analysis.predicate.choices import Extraction
from verilab.analysis.predicate.predicates import Predicates
from verilab.data_classes import dataclass
from verilab.experiments.queries.arms import Arm, Drawn
from verilab.experiments.queries.engines import Engines, Share
from verilab.experiments.queries.measures import PredicateGain, measure
from verilab.experiments.queries.path_constants import path_constants
from verilab.experiments.queries.placement import Poles, place, place_by_tries
from verilab.experiments.queries.study_rows import StudyFile, StudyRow, key_of
from verilab.solving.backend import Theory
from verilab.solving.factors import FACTORS
from verilab.solving.interpolation import Interpolants, reason_of, shared_variables
from verilab.solving.predicate_paths import StatePredicates, abstracted
from verilab.solving.procedures import checker_for, split_procedure
from verilab.solving.queries.files import QueryFileError, RecordedQuery, read_query
from verilab.solving.queries.statistics import outcome_name
from verilab.solving.registry import DEFAULT_BACKEND
from verilab.solving.theories import NoTheory, needed_theories

CUBES = 64
"""Of a state that is abstracted to its cubes."""

QUERIES = 100
"""That share an environment, at most."""

CERTIFICATE_SECONDS = 60.0
"""Of wall time for all conditions of one answer's certificate."""

POLES = (f"{DEFAULT_BACKEND}:strongest", f"{DEFAULT_BACKEND}:weakest")


@dataclass(frozen=True, slots=True)
class StudyOptions:
    """``timeout``: wall seconds of one query, of a pole and of its certificate, of placing all answers, of a try on the path;
    ``place``: whether answers are placed; ``seed``: of samples between the poles; ``retry``: whether the predicates of answers are tried
    on the path, ``excludes``; ``cpu``: limits are CPU seconds, as near as the share of a core that the last questions had tells.
    """

    timeout: float = 10.0
    isolate: bool = False
    place: bool = True
    seed: int = 0
    retry: bool = True
    cpu: bool = False


def _missing(drawn: Drawn, arms: Sequence[Arm], done: set[tuple[str, ...]]) -> list[Arm]:
    """The arms that some query of the task has not been asked by."""
    missing = []
    for arm in arms:
        levels = arm.levels()
        keys = {(name, arm.engine, *(levels[factor] for factor in FACTORS)) for _, name, _ in drawn.queries}
        if not keys <= done:
            missing.append(arm)
    return missing


def study(
    drawn: Sequence[Drawn],
    arms: Sequence[Arm],
    options: StudyOptions,
    known: StudyFile,
    progress: Callable[[str], None] = lambda activity: None,
) -> Generator[list[StudyRow], None, None]:
    """Ask every arm the queries of one task after the other, but those that the file has; yields the rows of each query.

    The rows of a task go to the file when it is finished: new predicates count along all of its queries.  Raises QueryFileError.
    """
    with closing(_Shared(options)) as shared:
        for draw in drawn:
            done = known.done()
            missing = _missing(draw, arms, done)
            if not missing:
                continue
            rows: list[StudyRow] = []
            for number, (path, name, origin) in enumerate(draw.queries, start=1):
                asking, query = shared.read(path, missing, origin.get("phase", ""))
                progress(f"{draw.task}: query {number} of {len(draw.queries)}")
                fresh = [row for row in asking.rows(name, draw.task, origin, query) if key_of(row.cells()) not in done]
                rows += fresh
                yield fresh
            known.add(rows)


class _Shared:
    """The environment and the engines' processes, which queries share as long as the names in them have the same sorts: the start of all
    engines takes longer than most queries.  They are renewed where a name has another sort, and after ``QUERIES``, whose terms stay.
    """

    def __init__(self, options: StudyOptions) -> None:
        self._options = options
        self._asking: _Asking | None = None
        self._key: tuple[str, tuple[Arm, ...]] | None = None
        self._share = Share() if options.cpu else None
        self._environment = Environment()
        self._queries = 0

    def read(self, path: Path, arms: Sequence[Arm], encoding: str) -> tuple[_Asking, RecordedQuery]:
        """The query and who asks the arms about it.  Raises QueryFileError."""
        key = (encoding, tuple(arms))
        if self._asking is not None and self._key == key and self._queries < QUERIES:
            try:
                query = read_query(path, self._environment)
                self._queries += 1
                return self._asking, query
            except QueryFileError:  # a name of another sort, or a file that is none: who is alone with it finds out
                pass
        self.close()
        self._environment = Environment()
        query = read_query(path, self._environment)
        self._asking, self._key, self._queries = _Asking(arms, self._environment, self._options, self._share), key, 1
        return self._asking, query

    def close(self) -> None:
        if self._asking is not None:
            self._asking.close()
        self._asking = None


class _Asking:
    """The arms over one environment."""

    def __init__(self, arms: Sequence[Arm], environment: Environment, options: StudyOptions, share: Share | None) -> None:
        self._arms = {str(arm): arm for arm in arms}
        self._environment = environment
        self._options = options
        self._pool = Engines([*self._arms, *POLES], environment, options.timeout, isolate=options.isolate, share=share)
        self._gain = PredicateGain(environment)
        self._predicates = Predicates(environment)
        self._states = StatePredicates(environment)

    def close(self) -> None:
        self._pool.close()

    def rows(self, name: str, task: str, origin: Mapping[str, str], query: RecordedQuery) -> list[StudyRow]:
        try:
            theories = needed_theories(query.partitions)
        except NoTheory as error:
            return [self._row(name, task, origin, query, arm, outcome="unsupported", detail=str(error)) for arm in self._arms.values()]
        rows: list[StudyRow] = []
        valid: dict[int, tuple[FNode, ...]] = {}
        # engines often give the same answer: it is judged once by a checker
        same: dict[tuple[str, tuple[FNode, ...]], tuple[str, dict[str, Any]]] = {}
        for text, arm in self._arms.items():
            if not self._pool.declares(text, theories):
                rows.append(self._row(name, task, origin, query, arm, outcome="undeclared"))
                continue
            answer = self._pool.ask(text, query.logic, query.partitions)
            outcome = answer.outcome
            cells: dict[str, Any] = {"seconds": answer.seconds, "cpu_seconds": answer.cpu_seconds}
            cells |= {"detail": reason_of(outcome), "outcome": outcome_name(outcome)}
            if isinstance(outcome, Interpolants):
                key = (checker_for(text), outcome.formulas)
                if key not in same or same[key][0] == split_procedure(text)[0]:
                    same[key] = self._certified(query, text, outcome)
                cells |= same[key][1] | {"fallback": outcome.fallback}
                if cells["outcome"] == "valid":
                    valid[len(rows)] = outcome.formulas
                    cells["predicates"], cells["new_predicates"] = self._gain.add(text, task, outcome.formulas)
            rows.append(self._row(name, task, origin, query, arm, **cells))
        return self._judged(query, rows, valid, theories <= self._theories_of_poles())

    def _certified(self, query: RecordedQuery, engine: str, answer: Interpolants) -> tuple[str, dict[str, Any]]:
        """The checker, and the cells that only an answer's formulas and it decide.

        What the usual checker does not decide, the other backends of the study are asked for, never the engine's own.
        """
        owners = [split_procedure(name)[0] for name in (engine, *self._arms)]
        checkers = dict.fromkeys([checker_for(engine), *(owner for owner in owners if owner != owners[0])])
        for checker in checkers:
            result, detail = self._pool.verdict(checker, query.logic, query.partitions, answer, CERTIFICATE_SECONDS)
            if result != "unchecked":
                break
        cells: dict[str, Any] = {"outcome": result, "detail": detail, "measures": measure(answer.formulas)}
        cells["path_constants"] = str(len(path_constants(query.partitions, answer.formulas)))
        if result == "valid" and self._options.retry:
            cells["excludes"] = self._excludes(query, answer.formulas, Extraction.CONJUNCTS, 0)
            cells["excludes_by_atoms"] = self._excludes(query, answer.formulas, Extraction.ATOMS, CUBES)
        return checker, cells

    def _theories_of_poles(self) -> frozenset[Theory]:
        return self._pool.theories(POLES[0]) & self._pool.theories(POLES[1])

    def _judged(
        self, query: RecordedQuery, rows: list[StudyRow], valid: Mapping[int, tuple[FNode, ...]], has_poles: bool
    ) -> list[StudyRow]:
        """The rows with what the answers together say: that the query is a contradiction, and where each lies between the poles."""
        if valid:
            rows = [
                replace(row, outcome="invalid", detail="says that the query is satisfiable") if row.outcome == "satisfiable" else row
                for row in rows
            ]
        if not valid or not has_poles or not self._options.place:
            return rows
        poles = self._poles(query)
        session = self._pool.session(DEFAULT_BACKEND, query.logic)
        answers, seconds = list(valid.values()), self._pool.wall(self._options.timeout)
        if poles is not None:
            places = place(session, self._environment, poles, answers, self._options.seed, seconds)
        if poles is None or not any(placement.placed for placement in places):
            places = place_by_tries(session, self._environment, query.partitions, answers, self._options.seed, seconds)
        where = dict(zip(valid, places, strict=True))
        return [replace(row, placement=where.get(number, row.placement)) for number, row in enumerate(rows)]

    def _poles(self, query: RecordedQuery) -> Poles | None:
        """The two poles where both are found and certified."""
        poles: list[tuple[FNode, ...]] = []
        for pole in POLES:
            outcome = self._pool.ask(pole, query.logic, query.partitions).outcome
            if not isinstance(outcome, Interpolants):
                return None
            checker = checker_for(pole)
            if self._pool.verdict(checker, query.logic, query.partitions, outcome, self._options.timeout)[0] != "valid":
                return None
            poles.append(outcome.formulas)
        return Poles(poles[0], poles[1])

    def _excludes(self, query: RecordedQuery, formulas: Sequence[FNode], extraction: Extraction, cubes: int) -> str:
        shared = shared_variables(query.partitions)
        states = [self._states.of_state(formula) for formula in formulas]
        wanted = [sorted(self._predicates.extract(state, extraction), key=str) if state is not None else [] for state in states]
        known = [self._states.at_cut(candidates, own) for candidates, own in zip(wanted, shared, strict=True)]
        session = self._pool.session(DEFAULT_BACKEND, query.logic)
        return abstracted(session, self._environment, query.partitions, known, self._pool.wall(self._options.timeout), cubes)[1].value

    def _row(self, name: str, task: str, origin: Mapping[str, str], query: RecordedQuery, arm: Arm, **answer: Any) -> StudyRow:
        strategy, iteration = origin.get("strategy", ""), origin.get("iteration", "")
        fixed = (name, task, strategy, iteration, query.logic, arm)
        return StudyRow(*fixed, limit=self._options.timeout, cuts=len(query.partitions) - 1, **answer)
