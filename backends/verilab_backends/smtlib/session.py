"""Incremental sessions on a solver process; all that was not asked about yet is only noted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from pysmt.environment import Environment
from pysmt.fnode import FNode

from verilab.solving import enumeration
from verilab.solving.backend import QueryContext, SolverGaveUp, Status, Value
from verilab.solving.session import BaseSession
from verilab.solving.smtlib.printing import to_smtlib
from verilab.solving.smtlib.reading import SmtLibReader
from verilab.solving.smtlib.syntax import Sexp, SmtLibError
from verilab_backends.smtlib.dialect import GRACE_SECONDS, Dialect
from verilab_backends.smtlib.pipe import SolverDied, SolverRefused, SolverTimedOut
from verilab_backends.smtlib.stack import Carrier, Level, Pool

_MOST_AT_ONCE = 2048
"""Minterms that one all-SAT by the solver itself may have, which cannot be stopped."""


def read_status(answer: list[Sexp]) -> Status:
    """The answer to a batch that ends in ``check-sat``; SmtLibError where that is none."""
    if answer and answer[-1] in ("sat", "unsat", "unknown"):
        return Status(answer[-1])
    raise SmtLibError(f"the solver answered nonsense to check-sat: {str(answer)[:100]}")


def why_unknown(carrier: Carrier) -> str:
    """The solver's reason for its last "unknown"; "timeout" for the many names of a time limit."""
    answer = str(carrier.pipe.ask("(get-info :reason-unknown)", GRACE_SECONDS))
    if any(word in answer.lower() for word in ("time", "cancel", "resource")):
        return "timeout"
    return answer.translate(str.maketrans("", "", "[]',")) or "unknown"


class ProcessSession(BaseSession):
    """A stack of assertions that whichever process of the pool is asked gets when it is needed."""

    def __init__(self, name: str, pool: Pool, dialect: Dialect, environment: Environment, context: QueryContext) -> None:
        super().__init__(name, environment, context)
        self._pool = pool
        self._dialect = dialect
        self._reader = SmtLibReader(environment)
        self._levels = [Level()]
        self._asked: list[Level] = []  # the stack of the last check
        self._assumed: dict[str, FNode] = {}
        self._answered_by: tuple[Carrier, int] | None = None
        self._seconds: float | None = None
        self._model: dict[FNode, FNode] = {}  # what the last check's model was asked for: term -> constant

    def _close(self) -> None:
        self._pool.release(self)

    def check(self, assumptions: Sequence[FNode] = (), *, timeout: float | None = None) -> Status:
        self._refuse_closed()
        try:
            self._pool.carrier(self)  # a start is not on the query's clock
        except SolverDied as error:
            self._clock.note_deaths(str(error))
            self._current = None
            self.reason_unknown = str(error)
            return Status.UNKNOWN
        return super().check(assumptions, timeout=timeout)

    def _push(self) -> None:
        self._levels.append(Level(self._levels))

    def _pop(self, levels: int) -> None:
        if not 0 <= levels < len(self._levels):
            raise ValueError(f"cannot pop {levels} levels of {len(self._levels) - 1}")
        del self._levels[len(self._levels) - levels :]

    def _add(self, formula: FNode) -> None:
        self._levels[-1].add(formula)

    def _check(self, assumptions: Sequence[FNode], seconds: float | None) -> Status:
        self._seconds = seconds
        self._model = {}
        self._asked = list(self._levels)
        self._assumed = {}
        if assumptions:
            level = Level(self._levels)
            self._assumed = {level.add_named(formula): formula for formula in dict.fromkeys(assumptions)}
            self._asked.append(level)
        return self._ask_again()

    def _all_sat(self, formulas: Sequence[FNode]) -> Iterator[tuple[bool | None, ...]]:
        """By the solver's own all-SAT where it has one, a part of the formulas at a time."""
        symbols = list(dict.fromkeys(formulas))
        if not symbols or not self._dialect.allsat or not all(formula.is_symbol() for formula in symbols):
            yield from enumeration.all_sat(self, self.environment, formulas)
            return
        places = {symbol: place for place, symbol in enumerate(symbols)}
        for cube in self._minterms(symbols):
            yield tuple(cube[places[formula]] for formula in formulas)

    # c minterms over k formulas are at most c 2^j over k + j
    def _minterms(self, symbols: Sequence[FNode]) -> Iterator[tuple[bool | None, ...]]:
        """Over ever more of the symbols, as long as there cannot be too many; then for each minterm over these those of the rest."""
        size = 0
        cubes: list[tuple[bool, ...]] = [()]
        while size < len(symbols) and cubes and (step := (_MOST_AT_ONCE // len(cubes)).bit_length() - 1):
            size = min(size + step, len(symbols))
            answer = self._ask_cubes(symbols[:size])
            if answer is None:  # it gave up: model by model, which may be possible yet
                yield from enumeration.all_sat(self, self.environment, symbols)
                return
            cubes = answer
        first, rest = symbols[:size], symbols[size:]
        if not rest:
            yield from cubes
            return
        formulas = self.environment.formula_manager
        for cube in cubes:
            self.push()
            try:
                self.add(*(symbol if value else formulas.Not(symbol) for symbol, value in zip(first, cube, strict=True)))
                for others in self._minterms(rest):
                    yield (*cube, *others)
            finally:
                self.pop()

    def _ask_cubes(self, symbols: Sequence[FNode]) -> list[tuple[bool, ...]] | None:
        """The minterms of the assertions; None where the solver gives up."""
        level = Level(self._levels)  # of a symbol of which no assertion speaks
        level.declare(frozenset(symbols))
        self._answered_by = None
        try:
            question = f"(push 1)\n(check-allsat ({' '.join(map(to_smtlib, symbols))}))\n(pop 1)"
            carrier = self._pool.carrier(self)
            answer = carrier.ask([*self._levels, level], question, self._dialect, self._context.seconds())
            return self._read_cubes(answer, len(symbols))
        except (SolverDied, SolverRefused) as error:
            self._clock.note_deaths(str(error))
        except SmtLibError:
            carrier.pipe.kill()
        return None

    def _read_cubes(self, answer: list[Sexp], size: int) -> list[tuple[bool, ...]]:
        match answer:
            case [list(cubes)] if all(isinstance(cube, list) and len(cube) == size for cube in cubes):
                # Behind a check SMTInterpol says the model's minterm twice.
                return list(dict.fromkeys(tuple(isinstance(literal, str) for literal in cube) for cube in cubes))
        raise SmtLibError(f"the solver answered nonsense to check-allsat: {str(answer)[:100]}")

    def _ask_again(self) -> Status:
        self._answered_by = None
        try:
            carrier = self._pool.carrier(self)
            status = read_status(carrier.ask(self._asked, "(check-sat)", self._dialect, self._seconds))
            if status is Status.UNKNOWN:
                self.reason_unknown = why_unknown(carrier)
            self._answered_by = (carrier, carrier.pipe.generation)
            return status
        except SolverTimedOut:
            self.reason_unknown = "timeout"
        except (SolverDied, SolverRefused) as error:
            self._clock.note_deaths(str(error))
            self.reason_unknown = str(error)
        except SmtLibError as error:
            self.reason_unknown = str(error)
            carrier.pipe.kill()
        return Status.UNKNOWN

    def _is_answered(self) -> bool:
        """Whether a process still is where the last check left it."""
        live = self._answered_by
        return live is not None and live[0].user is self and live[0].pipe.generation == live[1] and live[0].pipe.pid is not None

    def _question(self, commands: str) -> list[Sexp]:
        """Ask about the last check; it is repeated where its process has ended or has served another session since."""
        if not self._is_answered():
            self._ask_again()
        if self._answered_by is None:
            raise SolverGaveUp(self.reason_unknown)
        try:
            return self._answered_by[0].again(commands, self._dialect, self._context.seconds())
        except (SolverDied, SolverRefused, SmtLibError) as error:
            self._clock.note_deaths(str(error))
            raise SolverGaveUp(str(error)) from error

    def _values(self, terms: Sequence[FNode]) -> list[Value]:
        different = [term for term in dict.fromkeys(terms) if term not in self._model]
        if different:
            self._keep_model(different)
            try:
                constants = self._ask_values(different)
            except SolverGaveUp:
                # Some solvers print one line for terms that they take for the same.
                constants = [self._ask_values([term])[0] for term in different]
            self._model.update(zip(different, constants, strict=True))
        return [self._value(term) for term in terms]

    def _ask_values(self, terms: Sequence[FNode]) -> list[FNode]:
        answer = self._question(f"(get-value ({' '.join(to_smtlib(term) for term in terms)}))")
        match answer:
            case [list(pairs)] if len(pairs) == len(terms) and all(isinstance(pair, list) and len(pair) == 2 for pair in pairs):
                return [self._constant(term, pair[1]) for term, pair in zip(terms, pairs, strict=True)]
        raise SolverGaveUp(f"the solver answered nonsense to get-value: {str(answer)[:100]}")

    def _keep_model(self, terms: Sequence[FNode]) -> None:
        """Prepare a question for values: where the check is repeated for it, the new model has all values that the old one told.

        A symbol that no assertion speaks of must be declared before a model can have a value for it.
        """
        level = Level(self._asked)
        for term in terms:
            level.declare(term.get_free_variables())
        if level.commands or not self._is_answered():
            for term, constant in self._model.items():
                level.add(self.environment.formula_manager.EqualsOrIff(term, constant))
            self._asked.append(level)
            self._answered_by = None

    def _constant(self, term: FNode, text: Sexp) -> FNode:
        try:
            constant = self.environment.simplifier.simplify(self._reader.build(text))
        except (SmtLibError, ValueError, AssertionError) as error:
            raise SolverGaveUp(f"the solver's model value cannot be read: {error}") from error
        if not constant.is_constant() or constant.is_array_value():
            raise SolverGaveUp(f"the solver has no model value for {str(term)[:60]}, it says {str(text)[:60]}")
        if self.environment.stc.get_type(term).is_real_type():
            return self.environment.formula_manager.Real(Fraction(constant.constant_value()))
        return constant

    def _value(self, term: FNode) -> Value:
        value = self._model[term].constant_value()
        return value if isinstance(value, bool) else Fraction(value) if self._model[term].is_real_constant() else int(value)

    def _core(self) -> list[FNode]:
        if not self._assumed:
            return []
        answer = self._question("(get-unsat-core)")
        match answer:
            case [list(names)] if all(isinstance(name, str) for name in names):
                wanted = {str(name).strip("|") for name in names}
                return [formula for name, formula in self._assumed.items() if name in wanted]
        raise SolverGaveUp(f"the solver answered nonsense to get-unsat-core: {str(answer)[:100]}")
