"""The arms of a study: engines with factors, one factor at a time or crossed; and the queries that it draws, by task."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from itertools import product
from pathlib import Path

from verilab.data_classes import dataclass
from verilab.errors import Refused
from verilab.solving.factors import FACTORS, FactorError, Factors, levels, parse_factors, split_factors
from verilab.solving.procedures import procedure_of, split_procedure
from verilab.solving.queries.files import query_files
from verilab.solving.registry import DEFAULT_BACKEND, list_backends, load_backend

OWN = "own"
"""The level of a factor that is as the engine has it by itself, where that has no other name."""

ALGORITHMS = ("mcmillan", "pudlak", "inverse", "weak")
"""The names that several engines have for their algorithms: the levels of that factor where none are given."""

_ORIGIN = re.compile(r'^\(set-info :verilab-([a-z]+) "((?:[^"]|"")*)"\)', re.MULTILINE)
_HEAD = 4000
"""Characters of a query's file in which its origin stands."""


@dataclass(frozen=True, slots=True)
class Arm:
    """An engine by its full name, and factors that it has."""

    engine: str
    factors: Factors

    def __str__(self) -> str:
        return f"{self.engine}{self.factors}"

    def levels(self) -> dict[str, str]:
        """The level of every factor."""
        return factor_levels(self.factors)


@dataclass(frozen=True, slots=True)
class Lacking:
    """A factor that an engine has not."""

    engine: str
    factors: Factors
    why: str


def factor_levels(factors: Factors) -> dict[str, str]:
    """Every factor's level by name, OWN for what has no other."""
    usual = {name: levels(name)[0] if name in ("direction", "proof") else OWN for name in FACTORS}
    return usual | factors.named()


def parse_axes(text: str) -> dict[str, tuple[str, ...]]:
    """``"direction=front|back; proof=whole|pairs"`` as the levels of each factor.  FactorError for what is none."""
    axes: dict[str, tuple[str, ...]] = {}
    for part in filter(None, (part.strip() for part in text.split(";"))):
        name, _, values = part.partition("=")
        named = tuple(value.strip() for value in values.split("|") if value.strip())
        for value in named or ("",):
            if not (value == OWN and name.strip() in FACTORS):
                parse_factors(f"{name}={value}")
        axes[name.strip()] = named
    return axes


def usual_axes() -> dict[str, tuple[str, ...]]:
    """The levels of all factors that need no name of another engine."""
    axes = {name: levels(name) for name in FACTORS if levels(name)}
    return axes | {"algorithm": ALGORITHMS}


def combinations(axes: Mapping[str, Sequence[str]], *, crossed: bool) -> list[Factors]:
    """The factors as the engines have them, and each level of an axis by itself; ``crossed``: the product of the axes' levels."""
    if crossed:
        pairs = [[(name, value) for value in values] for name, values in axes.items()]
        combined = [_factors(chosen) for chosen in product(*pairs)]
    else:
        combined = [Factors(), *(_factors([(name, value)]) for name, values in axes.items() for value in values)]
    return list(dict.fromkeys(combined))


def _factors(chosen: Iterable[tuple[str, str]]) -> Factors:
    return parse_factors(",".join(f"{name}={value}" for name, value in chosen if value != OWN))


def arms_of(engines: Sequence[str], factors: Sequence[Factors]) -> tuple[list[Arm], list[Lacking]]:
    """Each engine with each of the factors that it has, once, and what engines lack.

    An engine's own factors stay, whatever the others are; a control, which interpolates nothing, has no others.  Raises UnknownBackend or
    BackendNotInstalled.
    """
    arms: dict[Arm, None] = {}
    lacking: list[Lacking] = []
    for engine in engines:
        owner, procedure = split_procedure(engine)
        with closing(load_backend(owner)) as backend:
            bare, own = split_factors(procedure_of(backend, procedure))
            control = bare in backend.capabilities.controls
            for controls in (Factors(),) if control else factors:
                wanted = own.over(controls)
                try:
                    name, own_factors = split_factors(procedure_of(backend, f"{bare}{wanted}"))
                except FactorError as error:
                    lacking.append(Lacking(f"{owner}:{bare}", wanted, str(error)))
                    continue
                arms[Arm(f"{owner}:{name}", own_factors)] = None
    return list(arms), lacking


def usual_engines() -> list[str]:
    """Of every installed backend the procedure that it prefers; of the default one all, the controls among them."""
    engines = []
    for entry in list_backends():
        if entry.capabilities is not None and entry.capabilities.interpolation:
            known = entry.capabilities.interpolation if entry.name == DEFAULT_BACKEND else entry.capabilities.default_procedures[:1]
            engines += [f"{entry.name}:{name}" for name in known]
    return engines


@dataclass(frozen=True, slots=True)
class Drawn:
    """The queries of one task that were drawn; each with its name and what its file tells of its origin."""

    task: str
    queries: tuple[tuple[Path, str, Mapping[str, str]], ...]


def draw(places: Sequence[Path], tasks: int, per_task: int, seed: int) -> list[Drawn]:
    """Queries of folders and files, by task: ``tasks`` of them, and of each ``per_task`` queries (0: all), equally for equal seeds.

    Refused where there are none.  The names of queries are unique as long as those of the given folders are.
    """
    groups: dict[str, list[tuple[Path, str, Mapping[str, str]]]] = {}
    for place in places:
        if not place.exists():
            raise Refused(f"{place}: no such file or folder; record queries by: verilab queries record TASK --to {place}")
        for path in query_files(place):
            name = path.name if path == place else str(Path(place.name) / path.relative_to(place))
            with path.open(encoding="utf-8") as file:
                origin = {key: value.replace('""', '"') for key, value in _ORIGIN.findall(file.read(_HEAD))}
            groups.setdefault(origin.get("task", path.stem), []).append((path, name, origin))
    if not groups:
        raise Refused(f"{', '.join(map(str, places))}: no .smt2 file; record queries by: verilab queries record TASK --to FOLDER")
    chance = random.Random(seed)
    names = sorted(groups)
    chosen = sorted(chance.sample(names, min(tasks, len(names)))) if tasks else names
    drawn = []
    for task in chosen:
        members = groups[task]
        own = random.Random(f"{seed} {task}")  # what is drawn of a task does not depend on the others
        kept = sorted(own.sample(range(len(members)), min(per_task, len(members)))) if per_task else range(len(members))
        drawn.append(Drawn(task, tuple(members[place] for place in kept)))
    return drawn
