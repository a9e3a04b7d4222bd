"""Interpolation problems as other solvers' regression tests have them: SMT-LIB 2 with each one's own question.

    (get-interpolants A B C)              SMTInterpol, OpenSMT, Princess: a sequence; a partition is a name or (and A B)
    (get-interpolants A (B C) D)          SMTInterpol: a tree in post-order, a parenthesis around each subtree: a cut for each node
    (get-interpolants)                    Princess: every named assertion, in their order
    (get-interpolants (A) (B C))          Bitwuzla: what the left side of each cut has more than the one before
    (get-interpolant (A B))               Bitwuzla, MathSAT: the left side, by names or :interpolation-group; all others are the right one
    (get-interpolant A B)                 a pair of names
    (get-interpolant I CONJECTURE ...)    cvc5: I is a new name; the right side is the conjecture, negated
    \\interpolant { A; B, C }              Princess' own language (``verilab.solving.queries.princess``)
    (get-unsat-model-interpolant)         Yices, behind (check-sat-assuming-model (x y) (1 2)): the right side is the model, x = 1 and y = 2

Assertions that no partition names belong to the last one.  Sorts that a script declares are read as the integers.  Scopes are followed: of
a file with several questions each is a query over what is asserted there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from pathlib import Path

from pysmt.environment import Environment
from pysmt.fnode import FNode

from verilab.data_classes import dataclass
from verilab.solving.queries.files import TERM_ERRORS, RecordedQuery, commands
from verilab.solving.queries.princess import parse_princess
from verilab.solving.queries.scripts import Assertion, Script, Unread, short
from verilab.solving.smtlib.syntax import Sexp, SmtLibError
from verilab.solving.theories import NoTheory, logic_of, needed_theories

PRINCESS = ".pri"
"""How files of Princess' own language end."""


class Question(Enum):
    """How an interpolation problem was put."""

    SEQUENCE = "sequence"
    PAIR = "pair"
    TREE = "tree"
    CONJECTURE = "conjecture"
    MODEL = "model"


@dataclass(frozen=True, slots=True)
class ForeignQuery:
    """A query of another solver's file, at its ``line``; ``status``: what the file says of satisfiability, "" nothing."""

    query: RecordedQuery
    question: Question
    line: int
    status: str = ""


def read_foreign(path: Path, environment: Environment) -> Iterator[ForeignQuery | Unread]:
    """The queries of a file in one of the dialects, in their order; nothing for a file without questions.

    QueryFileError, with file and line, where it is no SMT-LIB.
    """
    text = path.read_text(encoding="utf-8", errors="replace")
    reading = _Questions(Script(path, environment))
    yield from reading.princess(text) if path.suffix == PRINCESS else reading.of_script(text)


@dataclass(slots=True)
class _Questions:
    """The questions of one file, over what its script asserts."""

    script: Script

    def of_script(self, text: str) -> Iterator[ForeignQuery | Unread]:
        for line, command in commands(self.script.path, text):
            try:
                match command:
                    case [str(word), *_] if word in ("get-interpolants", "get-interpolant", "get-unsat-model-interpolant"):
                        assert isinstance(command, list)
                        yield from self._asked(line, word, command[1:])
                    case _:
                        self.script.command(line, command)
            except RecursionError:
                yield Unread("a term that is nested too deeply", line)

    def princess(self, text: str) -> Iterator[ForeignQuery | Unread]:
        """The questions of a problem in Princess' own language."""
        try:
            problem = parse_princess(text)
            for name, arguments, sort in problem.declared:
                self.script.declare(f"|{name}|", list(arguments), sort)
            self.script.scopes = [[Assertion(self.script.boolean(formula), (name,) if name else ()) for name, formula in problem.parts]]
        except RecursionError:
            yield Unread("a term that is nested too deeply", 1)
            return
        except TERM_ERRORS as error:
            yield Unread(short(str(error) or type(error).__name__), 1)
            return
        self.script.status = "unsat"
        for groups in problem.questions:
            yield from self._asked(1, "get-interpolants", [["and", *group] for group in groups])

    def _asked(self, line: int, word: str, arguments: list[Sexp]) -> Iterator[ForeignQuery | Unread]:
        asserted = self.script.asserted()
        if isinstance(asserted, Unread):
            yield Unread(asserted.reason, line)
            return
        try:
            queries = list(self._partitions(word, arguments, asserted))
        except TERM_ERRORS as error:
            yield Unread(short(str(error) or type(error).__name__), line)
            return
        for question, partitions in queries:
            try:
                logic = logic_of(needed_theories(partitions))
            except NoTheory as error:
                yield Unread(str(error), line)
                continue
            yield ForeignQuery(RecordedQuery(tuple(partitions), logic), question, line, self.script.status)

    def _partitions(self, word: str, arguments: list[Sexp], asserted: list[Assertion]) -> Iterator[tuple[Question, Sequence[FNode]]]:
        m = self.script.environment.formula_manager
        everything = m.And([assertion.formula for assertion in asserted])
        if word == "get-unsat-model-interpolant":
            if self.script.model is None:
                raise SmtLibError("no model is assumed: (check-sat-assuming-model ...) is missing")
            yield Question.MODEL, (everything, self.script.model)
            return
        known = {name for assertion in asserted for name in assertion.names}
        match arguments:
            case [str(name), conjecture, *_] if word == "get-interpolant" and name not in known:
                yield Question.CONJECTURE, (everything, m.Not(self.script.boolean(conjecture)))
            case [list(left)] if left and left[0] != "and":
                yield Question.PAIR, self._sequence([self._members(["and", *left], asserted), set()], asserted)
            case []:
                named = [{place} for place, stated in enumerate(asserted) if stated.names]
                yield Question.SEQUENCE, self._sequence(named or [{place} for place in range(len(asserted))], asserted)
            case _ if all(_is_group(part) for part in arguments):
                groups = [self._members(["and", *part], asserted) for part in arguments]
                yield Question.SEQUENCE, self._sequence([*groups, set()], asserted)
            case _ if any(_is_group(part) for part in arguments):
                yield from self._tree(arguments, asserted)
            case _:
                yield Question.SEQUENCE, self._sequence([self._members(part, asserted) for part in arguments], asserted)

    def _members(self, partition: Sexp, asserted: list[Assertion]) -> set[int]:
        """The assertions of a partition: of a name, of a term that is asserted, or of (and ...) of these."""
        if isinstance(partition, list) and partition and partition[0] == "and":
            return set().union(*(self._members(part, asserted) for part in partition[1:]))
        places = {place for place, assertion in enumerate(asserted) if partition in assertion.names}
        if not places:
            formula = self.script.reader.build(partition)
            places = {place for place, assertion in enumerate(asserted) if assertion.formula is formula}
        if not places:
            raise SmtLibError("a partition that is not asserted")
        return places

    def _sequence(self, groups: Sequence[set[int]], asserted: list[Assertion]) -> Sequence[FNode]:
        """The formulas of groups of assertions; the last one has what is in none."""
        rest = set(range(len(asserted))).difference(*groups)
        members = [*groups[:-1], groups[-1] | rest]
        if len(members) < 2:
            raise SmtLibError("a query of a single partition")
        return [self.script.environment.formula_manager.And([asserted[place].formula for place in sorted(group)]) for group in members]

    def _tree(self, arguments: list[Sexp], asserted: list[Assertion]) -> Iterator[tuple[Question, Sequence[FNode]]]:
        """A pair for each node but the root: its subtree, and all that is not in it."""
        nodes: list[set[int]] = []
        starts: list[int] = []

        def walk(items: list[Sexp]) -> None:
            start = len(nodes)
            for item in items:
                if _is_group(item):
                    walk(list(item))
                else:
                    nodes.append(self._members(item, asserted))
                    starts.append(start)

        walk(arguments)
        for place, start in enumerate(starts[:-1]):
            yield Question.TREE, self._sequence([set().union(*nodes[start : place + 1]), set()], asserted)


def _is_group(partition: Sexp) -> bool:
    """Whether it is a list of partitions, not one: (and A B) is one."""
    return isinstance(partition, list) and bool(partition) and partition[0] != "and"
