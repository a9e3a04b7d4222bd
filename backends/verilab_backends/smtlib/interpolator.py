"""Interpolants from a solver process: one check of all partitions, one question for all cuts."""

from __future__ import annotations

import time
from collections.abc import Sequence

from pysmt import operators as op
from pysmt.environment import Environment
from pysmt.fnode import FNode

from verilab.solving.backend import QueryContext, SessionClosed, Status
from verilab.solving.interpolation import Failed, Interpolants, NotUnsat, Outcome, TimedOut, Unsupported, shared_variables
from verilab.solving.records import on_the_clock
from verilab.solving.smtlib.reading import SmtLibReader
from verilab.solving.smtlib.syntax import OutsideTheories, Sexp, SmtLibError
from verilab.solving.trees import check_shape, path, shared_in_tree
from verilab_backends.smtlib.dialect import Dialect, Interpolation, tree_question
from verilab_backends.smtlib.pipe import SolverDied, SolverRefused, SolverTimedOut
from verilab_backends.smtlib.session import read_status, why_unknown
from verilab_backends.smtlib.stack import Carrier, Level, Pool


class ProcessInterpolator:
    """An ``Interpolator``; no unsatisfiable core is computed before, as the solver's proof is one."""

    def __init__(self, procedure: str, pool: Pool, dialect: Dialect, environment: Environment, context: QueryContext) -> None:
        self.procedure = procedure
        self._pool = pool
        self._dialect = dialect
        self._environment = environment
        self._reader = SmtLibReader(environment)
        self._context = context
        self._closed = False

    def close(self) -> None:
        self._closed = True
        self._pool.release(self)

    def sequence(self, partitions: Sequence[FNode], *, timeout: float | None = None) -> Outcome:
        if not partitions:
            raise ValueError("an empty sequence has no interpolants: it is satisfiable")
        return self._timed("interpolate", partitions, path(len(partitions)), shared_variables(partitions), timeout)

    def tree(self, partitions: Sequence[FNode], parents: Sequence[int], *, timeout: float | None = None) -> Outcome:
        """For dialects with nested trees: see ``TreeInterpolator``."""
        check_shape(partitions, parents)
        return self._timed("interpolate-tree", partitions, parents, shared_in_tree(partitions, parents), timeout)

    def _timed(
        self, kind: str, partitions: Sequence[FNode], parents: Sequence[int], shared: Sequence[Sequence[FNode]], timeout: float | None
    ) -> Outcome:
        """Interpolants for all nodes but the root, which may speak about the ``shared`` variables; on the clock, recorded."""
        if self._closed:
            raise SessionClosed(f"this interpolator {self.procedure} is closed")
        try:
            carrier = self._pool.carrier(self)  # a start is not on the query's clock
        except SolverDied as error:
            self._context.clock.note_deaths(str(error))
            return Failed(str(error), self.procedure)
        seconds = self._context.seconds(timeout)
        end = None if seconds is None else time.monotonic() + seconds

        def answer() -> Outcome:
            try:
                return self._ask(carrier, partitions, parents, shared, seconds)
            except SolverTimedOut:
                return TimedOut(self.procedure)
            except (SolverDied, SolverRefused) as error:
                self._context.clock.note_deaths(str(error))
                # A timer that ends while interpolants are made is an error to SMTInterpol.
                late = end is not None and seconds is not None and end - time.monotonic() <= 0.1 * seconds
                return TimedOut(self.procedure) if late and "time" in str(error) else Failed(str(error), self.procedure)
            except OutsideTheories as error:  # as SMTInterpol's @diff, which tells where two arrays differ
                return Failed(f"the solver's interpolant speaks of what no formula has: {error}", self.procedure)
            except SmtLibError as error:
                return Failed(f"the solver's answer cannot be read: {error}", self.procedure)

        return on_the_clock(self._context, kind, self.procedure, len(partitions), answer)

    def _ask(
        self,
        carrier: Carrier,
        partitions: Sequence[FNode],
        parents: Sequence[int],
        shared: Sequence[Sequence[FNode]],
        seconds: float | None,
    ) -> Outcome:
        end = None if seconds is None else time.monotonic() + seconds
        level = Level()
        names = [level.add_named(partition, self._dialect.annotation) for partition in partitions]
        try:
            status = read_status(carrier.ask([level], "(check-sat)", self._dialect, seconds))
        except SmtLibError:
            carrier.pipe.kill()
            raise
        if status is Status.SAT:
            return NotUnsat()
        if status is Status.UNKNOWN:
            reason = why_unknown(carrier)
            return TimedOut(self.procedure) if reason == "timeout" else Failed(f"the solver gave up: {reason}", self.procedure)
        if len(partitions) == 1:
            return Interpolants((), self.procedure)
        rest = None if end is None else max(0.01, end - time.monotonic())
        formulas = self._read(carrier, names, parents, rest)
        for index, (formula, allowed) in enumerate(zip(formulas, shared, strict=True)):
            foreign = formula.get_free_variables() - set(allowed)
            if foreign:
                known = ", ".join(sorted(str(symbol) for symbol in foreign)[:3])
                return Failed(f"the solver's interpolant {index + 1} speaks of {known}, which its cut does not share", self.procedure)
        if _counts_words(formulas) and not _counts_words(partitions):
            return Unsupported("the solver's interpolants count with the numbers that bit-vectors stand for (bv2nat)", self.procedure)
        return Interpolants(tuple(formulas), self.procedure)

    def _read(self, carrier: Carrier, names: list[str], parents: Sequence[int], seconds: float | None) -> list[FNode]:
        if self._dialect.interpolation is Interpolation.GROUPS:
            questions = [f"(get-interpolant ({' '.join(names[: cut + 1])}))" for cut in range(len(names) - 1)]
            answers, order = carrier.again("\n".join(questions), self._dialect, seconds), list(range(len(names) - 1))
        else:
            question, order = tree_question(names, parents)
            answer = carrier.again(question, self._dialect, seconds)
            answers = answer[0] if len(answer) == 1 and isinstance(answer[0], list) else answer
        if len(answers) != len(names) - 1:
            raise SmtLibError(f"{len(answers)} interpolants for {len(names) - 1} cuts")
        terms: dict[int, Sexp] = dict(zip(order, answers, strict=True))
        return [self._term(terms[node]) for node in range(len(names) - 1)]

    def _term(self, text: Sexp) -> FNode:
        try:
            return self._reader.build(text)
        except OutsideTheories:
            raise
        except (TypeError, ValueError, AssertionError, IndexError, KeyError) as error:  # an operator with arguments that pySMT refuses
            raise SmtLibError(f"{error} in {str(text)[:100]}") from error


def _counts_words(formulas: Sequence[FNode]) -> bool:
    """Whether a bit-vector becomes an integer anywhere."""
    stack = list(formulas)
    seen = set(stack)
    while stack:
        node = stack.pop()
        if node.node_type() == op.BV_TONATURAL:
            return True
        new = [argument for argument in node.args() if argument not in seen]
        seen.update(new)
        stack.extend(new)
    return False
