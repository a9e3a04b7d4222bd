"""Assertion stacks as text, and the processes that carry them.

A session's assertions are kept here and reach a process only when a question is asked.  ``Carrier.load`` compares the stack that is
wanted with what its process has, level by level, pops what differs and sends what is missing.  A process that was restarted, or that
another session has used meanwhile, thus gets the whole stack again, without a special case.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from functools import lru_cache

from pysmt.fnode import FNode

from verilab.solving.smtlib.printing import declarations, to_smtlib
from verilab.solving.smtlib.syntax import Sexp
from verilab_backends.smtlib.dialect import Dialect
from verilab_backends.smtlib.pipe import SolverPipe

_names = itertools.count()
_text = lru_cache(maxsize=4096)(to_smtlib)


class Level:
    """What is declared and asserted between a push and its pop; commands are only ever appended."""

    def __init__(self, below: Sequence[Level] = ()) -> None:
        self.commands: list[str] = []
        self._declared: set[FNode] = set()
        self._below = tuple(below)

    def declare(self, symbols: frozenset[FNode]) -> None:
        """Declare those of ``symbols`` that neither this level nor one below has."""
        new = [symbol for symbol in symbols - self._declared if not any(symbol in level._declared for level in self._below)]
        self._declared.update(new)
        self.commands.extend(declarations(sorted(new, key=lambda symbol: str(symbol.symbol_name()))))

    def add(self, formula: FNode) -> None:
        """Assert a formula."""
        self.declare(formula.get_free_variables())
        self.commands.append(f"(assert {_text(formula)})")

    def add_named(self, formula: FNode, annotation: str = ":named") -> str:
        """Assert a formula under a new name, which is returned."""
        self.declare(formula.get_free_variables())
        name = f"assertion!{next(_names)}"
        self.commands.append(f"(assert (! {_text(formula)} {annotation} {name}))")
        return name


class Carrier:
    """One process and the stack it holds."""

    def __init__(self, pipe: SolverPipe) -> None:
        self.pipe = pipe
        self.user: object = None
        self._generation = 0
        self._loaded: list[tuple[Level | None, int]] = []

    def ask(self, levels: Sequence[Level], question: str, dialect: Dialect, seconds: float | None) -> list[Sexp]:
        """Bring the process to the stack ``levels`` and ask it a question within ``seconds``; errors as for ``SolverPipe.ask``.

        The solver's timer runs for the question only: SMTInterpol silently ignores what is asserted after its time was over.
        """
        if self._generation != self.pipe.generation:
            self._generation = self.pipe.generation
            self._loaded = []
        text, loaded = self._difference(levels)
        # Until all went well, the process has that many levels with unknown content.
        self._loaded = [(None, 0)] * len(loaded)
        commands = f"{dialect.timer_command(None)}{text}{dialect.timer_command(seconds)}{question}"
        answer = self.pipe.ask(commands, dialect.hard_limit(seconds))
        self._loaded = loaded
        return answer

    def again(self, question: str, dialect: Dialect, seconds: float | None) -> list[Sexp]:
        """Ask about the last answer, whatever has happened to the stack since; its time limit is one of its own."""
        return self.pipe.ask(f"{dialect.timer_command(seconds)}{question}", dialect.hard_limit(seconds))

    def _difference(self, levels: Sequence[Level]) -> tuple[str, list[tuple[Level | None, int]]]:
        same = 0
        for (have, _), want in zip(self._loaded, levels, strict=False):
            if have is not want:
                break
            same += 1
        lines = []
        if len(self._loaded) > same:
            lines.append(f"(pop {len(self._loaded) - same})")
        for index, level in enumerate(levels):
            sent = 0
            if index < same:
                sent = self._loaded[index][1]
            else:
                lines.append("(push 1)")
            lines.extend(level.commands[sent:])
        return "".join(f"{line}\n" for line in lines), [(level, len(level.commands)) for level in levels]


class Pool:
    """At most ``limit`` processes for all sessions of a backend: starting one per session would cost more than most questions."""

    def __init__(self, make: Callable[[], SolverPipe], limit: int) -> None:
        self._make = make
        self._limit = limit
        self._carriers: list[Carrier] = []  # the least recently used first

    def carrier(self, user: object) -> Carrier:
        """A live process for ``user``: the one it had, one that nobody has, a new one, or the one that was not used for longest.

        Raises SolverDied where a process does not come up.
        """
        chosen = next((carrier for carrier in self._carriers if carrier.user is user), None)
        if chosen is None:
            chosen = next((carrier for carrier in self._carriers if carrier.user is None), None)
        if chosen is None:
            if len(self._carriers) < self._limit:
                self._carriers.append(Carrier(self._make()))
                chosen = self._carriers[-1]
            else:
                chosen = self._carriers[0]
        self._carriers.remove(chosen)
        self._carriers.append(chosen)
        chosen.user = user
        chosen.pipe.ensure()
        return chosen

    def release(self, user: object) -> None:
        """The user needs its process no more."""
        for carrier in self._carriers:
            if carrier.user is user:
                carrier.user = None

    def close(self) -> None:
        """End all processes."""
        for carrier in self._carriers:
            carrier.pipe.close()
        self._carriers.clear()
