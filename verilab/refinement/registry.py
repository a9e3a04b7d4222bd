"""Operators and scores by name: a built-in table, imported only when used, and the entry-point group ``verilab.strategies``.

A third party's entries are named ``kind.name`` ("select.shortest", "score.calls") and yield a factory that takes the text after the
first colon (or "" without one) and raises ValueError for a parameter it does not know.  The first line of the factory's module says
what the operator is and where it is from, the first line of the factory's docstring which parameters it takes: both are listed by
``verilab strategies``.

An object that a script defines has a name, too (``verilab.definitions``): ``select=MyScore@1a2b3c4d``, and one that can be imported is
``select=import:my_package.scores.MyScore``.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any

from verilab.data_classes import dataclass
from verilab.definitions import DEFINITIONS, IMPORT, Undefined, imported, is_defined
from verilab.errors import Refused, nearest
from verilab.processes.forks import before_forks
from verilab.refinement.own import is_operator, score_of
from verilab.refinement.scores import Lexicographic, Score, SidedFactory

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

KINDS = ("rank", "propose", "select", "apply")
GROUP = "verilab.strategies"
PACKAGE = "verilab_strategies"

BUILT_IN = {
    "rank.first": "rank.first",
    "rank.all": "rank.all",
    "rank.top": "rank.top",
    "rank.bottom": "rank.bottom",
    "propose.path": "propose.whole_path",
    "propose.path-invariants": "propose.path_invariants",
    "propose.sliced-paths": "propose.sliced_paths",
    "propose.sliced-prefixes": "propose.sliced_prefixes",
    "propose.strengths": "propose.strengths",
    "propose.unsat-cores": "propose.unsat_cores",
    "select.first": "select.first",
    "select.join-all": "select.join_all",
    "select.join-first": "select.join_first",
    "select.delay": "select.delay",
    "select.analysis": "select.analysis",
    "select.learned": "select.learned",
    "select.until-choice": "select.until_choice",
    "apply.restart": "apply.restart",
    "apply.pivot": "apply.pivot",
    "apply.split-and-slice": "apply.split_and_slice",
    "apply.strengthen": "apply.strengthen",
    "score.length": "score.length",
    "score.domain-type": "score.domain_type",
    "score.pivot-depth": "score.pivot_depth",
    "score.width": "score.width",
    "score.assignments": "score.assignments",
    "score.assumes": "score.assumes",
    "score.loops": "score.loops",
    "score.random": "score.random",
    "score.loop-counter-values": "score.loop_counter_values",
    "score.uses": "score.uses",
}
"""Where the factory ``make`` of each operator is, in the package PACKAGE."""

NESTING = 20
"""Colons in a selection that is another one's parameter."""

Factory = Callable[[str], Any]


class StrategyError(Refused):
    """A strategy text that names no strategy; the message says what is wrong, where, and what is known."""


@dataclass(frozen=True, slots=True)
class Entry:
    """An operator or score as it is listed: what it is, and which parameters it takes."""

    kind: str
    name: str
    summary: str
    parameters: str


@cache
def third_party() -> tuple[EntryPoint, ...]:
    """The entries that installed packages register."""
    from importlib.metadata import entry_points  # looks into every package that is installed

    return tuple(entry_points(group=GROUP))


before_forks(third_party)


def operator_names(kind: str) -> list[str]:
    """The known operators (or scores: kind "score") of a kind, built in and third parties'."""
    names = {name.partition(".")[2] for name in BUILT_IN if name.startswith(kind + ".")}
    names |= {entry.name.partition(".")[2] for entry in third_party() if entry.name.startswith(kind + ".")}
    return sorted(names)


def factory(kind: str, name: str) -> Factory:
    """The factory of an operator or score; StrategyError for a name that does not exist."""
    module = BUILT_IN.get(f"{kind}.{name}")
    if module is not None:
        factory_of: Factory = importlib.import_module(f"{PACKAGE}.{module}").make
        return factory_of
    for entry in third_party():
        if entry.name == f"{kind}.{name}":
            loaded: Factory = entry.load()
            return loaded
    raise StrategyError(f"no such {'score' if kind == 'score' else 'operator'}; {nearest(name, operator_names(kind))}")


def describe(kind: str, name: str) -> Entry:
    """How an operator or score is listed."""
    maker = factory(kind, name)
    homes = [entry.value.partition(":")[0] for entry in third_party() if entry.name == f"{kind}.{name}"]
    home = f"{PACKAGE}.{BUILT_IN[f'{kind}.{name}']}" if f"{kind}.{name}" in BUILT_IN else homes[0]
    summary = _first_line(importlib.import_module(home))
    return Entry(kind, name, summary.partition(": ")[2] or summary, _first_line(maker))


def make_operator(kind: str, text: str) -> Any:
    """The operator that ``name`` or ``name:parameter`` stands for; where ``kind`` is select, also a list of scores."""
    name, _, parameter = text.partition(":")
    if "," not in text and (is_defined(name) or name == IMPORT):
        return _own(kind, text)
    if kind == "select" and f"select.{name}" not in BUILT_IN and name not in operator_names("select"):
        return Lexicographic(make_scores(text))
    return _make(kind, name, parameter)


def _own(kind: str, text: str) -> Any:
    """The operator that an object of a script is, or one that is imported; of a score the selection by it."""
    if kind == "select":
        operator = _own_object("select", text)
        return operator if is_operator("select", operator) else Lexicographic((_own_score(text),))
    operator = _own_object(kind, text)
    if not is_operator(kind, operator):
        raise StrategyError(f"{text}: {type(operator).__name__} is no {kind} operator; derive it from verilab.{kind.capitalize()}")
    return operator


def _own_object(kind: str, text: str) -> object:
    name, _, reference = text.partition(":")
    try:
        return imported(reference)[1] if name == IMPORT else DEFINITIONS.find(kind, name)
    except Undefined as error:
        hint = "" if name == IMPORT else f": {IMPORT}:MODULE.{name.partition('@')[0]}"
        raise StrategyError(f"{error}{hint}") from error


def _own_score(text: str) -> Score:
    """The score that an object of a script is, under its name; one that is imported has its fingerprint in it."""
    name, _, reference = text.partition(":")
    if name != IMPORT:
        return score_of(_own_object("select", text), text)
    try:
        canonical, score = imported(reference)
    except Undefined as error:
        raise StrategyError(str(error)) from error
    return score_of(score, canonical)


def make_inner_select(text: str) -> Any:
    """The selection that another one takes as its parameter; StrategyError where they are nested beyond reason."""
    if text.count(":") > NESTING:
        raise StrategyError(f"a selection with more than {NESTING} colons; give fewer, as in delay:join-first:4:length:short")
    return make_operator("select", text)


def make_scores(text: str) -> tuple[Score, ...]:
    """The scores of a list like ``domain-type:good,width:narrow``."""
    scores: list[Score] = []
    for part in text.split(","):
        name, _, parameter = part.strip().partition(":")
        if is_defined(name) or name == IMPORT:
            scores.append(_own_score(part.strip()))
            continue
        if name not in (known := operator_names("score")):
            both = [*operator_names("select"), *known]
            raise StrategyError(f"{name!r}: no such operator or score; {nearest(name, both)}")
        scores.append(_make("score", name, parameter))
    texts = [score.text for score in scores]
    for text in texts:
        if texts.count(text) > 1:
            raise StrategyError(f"score {text!r} is given twice")
    return tuple(scores)


def both_sides(name: str) -> list[Score]:
    """A score by its name, in each of its sides where it has two (SidedFactory), else in its default form."""
    maker = factory("score", name)
    return [_make("score", name, side) for side in (maker.sides if isinstance(maker, SidedFactory) else ("",))]


def _make(kind: str, name: str, parameter: str) -> Any:
    try:
        return factory(kind, name)(parameter)
    except StrategyError:
        raise
    except ValueError as error:
        raise StrategyError(f"{name}: {error}") from error


def _first_line(documented: object) -> str:
    lines = (documented.__doc__ or "").strip().splitlines()
    return lines[0].replace("``", "") if lines else ""
