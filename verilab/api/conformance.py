"""``verilab.check``: the conformance kits on an object."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from typing import Literal, cast, overload

from verilab.errors import Refused
from verilab.refinement import conformance as strategies
from verilab.refinement.operators import Apply, Candidate, Context, Propose, Rank, Select
from verilab.refinement.own import PROTOCOLS, is_operator
from verilab.refinement.scores import Score
from verilab.refinement.strategy import Strategy
from verilab.solving import conformance as backends
from verilab.solving.backend import Backend
from verilab.solving.procedures import checker_for
from verilab.solving.registry import is_backend, load_backend

Scored = Score | Callable[[Candidate, Context], float]


@overload
def check(thing: Backend, *, size: Literal["tiny", "quick", "full"] = "quick", checker: str = "") -> backends.Report: ...


@overload
def check(
    thing: Strategy | Rank | Propose | Select | Apply | Scored, *, size: Literal["tiny", "quick", "full"] = "quick", checker: str = ""
) -> strategies.Report: ...


def check(
    thing: Backend | Strategy | Rank | Propose | Select | Apply | Scored,
    *,
    size: Literal["tiny", "quick", "full"] = "quick",
    checker: str = "",
) -> backends.Report | strategies.Report:
    """Hold a backend, an operator, a score or a whole strategy against its contract; ``report.failures`` says what it breaks.

    A backend is asked generated queries, every interpolant certified by another one, ``checker``; ``size`` says how many.  An operator
    runs in the refinement loop with ours on small programs of known verdict, a score as the selection by it.
    ``assert verilab.check(MyScore()).failures == ()`` is a whole test.

    Refused for an object that is none of these, and for an operator that needs what the kit's value analysis has not.
    The same on the command line, for installed backends: ``verilab backends --check NAME --size quick``.
    """
    if isinstance(thing, Strategy):
        return strategies.check_strategy(thing)
    if is_backend(thing):
        known = [member.value for member in backends.Size]
        if size not in known:
            raise Refused(f"size={size!r}: unknown; known: {', '.join(known)}")
        with closing(load_backend(checker or checker_for(thing.name))) as other:
            return backends.check_backend(thing, other, size=backends.Size(size))
    kind = _kind(thing)
    if kind is not None:
        return strategies.check_operator(kind, thing)
    score = cast("Scored", thing)
    return strategies.check_strategy(Strategy(propose="sliced-prefixes", select=score))


def _kind(thing: object) -> str | None:
    """The kind of an operator, by what it is derived from or by its members; None for what is none."""
    derived = [kind for kind, protocol in PROTOCOLS.items() if protocol in type(thing).__mro__]
    able = derived or [kind for kind in ("propose", "select", "apply") if is_operator(kind, thing)]
    return able[0] if able else None
