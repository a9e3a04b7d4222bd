"""The configurations of an experiment: the product of its axes, without what it excludes."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from verilab.data_classes import dataclass
from verilab.errors import Refused
from verilab.experiments.design.document import Document, Section
from verilab.experiments.design.product import ALWAYS, combinations
from verilab.program.errors import InputError
from verilab.refinement.scopes import SCOPES, with_scope
from verilab.refinement.strategy import parse_strategy
from verilab.solving.registry import backend_names
from verilab.verification.configuration import SETTINGS, Configuration, ConfigurationError
from verilab.verification.phases.plan import plan
from verilab.verification.settings_presets import SETTINGS_PRESETS, settings_of

LIMITS = {"cpu": "cpu_limit", "wall": "time_limit", "memory": "memory_limit", "solver_memory": "solver_memory"}
"""The keys of the table of limits, by the fields of a configuration that they are: seconds, and megabytes."""

_OWN = frozenset({*LIMITS.values(), "record_queries"})
"""Fields that are told elsewhere."""

AXES = {setting.plural: name for name, setting in SETTINGS.items() if setting.plural} | {"seeds": "seed"}
"""Every axis that has a plural, by it; the name of any field is one as well."""

SCOPE = "scope"
MOST_COMBINATIONS = 100_000
"""Of the axes' values; more are no experiment that ends."""

_FIELDS = tuple(name for name in SETTINGS if name not in _OWN)
_AXIS_KEYS = (*AXES, *_FIELDS, "scopes", SCOPE)


def base_configuration(top: Section) -> Configuration:
    """What all runs have in common: presets, settings and limits."""
    settings = _without_limits(top, "settings", ("presets", *_FIELDS))
    names = settings.texts("presets", tuple(SETTINGS_PRESETS), "names of presets")
    fields = settings_of(",".join(names))
    for key in settings.data:
        if key != "presets":
            fields[key] = _value(settings, key, settings.data[key])
    limits = top.section("limits", tuple(LIMITS))
    fields |= {LIMITS[key]: value for key in LIMITS if (value := _limit(limits, key)) is not None}
    try:
        return Configuration(**fields)
    except Refused as error:
        raise _located(top.document, error, fields) from None


def configurations(top: Section, base: Configuration) -> dict[str, Configuration]:
    """By label every combination of the axes' values that is not excluded."""
    section = _without_limits(top, "axes", _AXIS_KEYS)
    scopes = [scope for key in ("scopes", SCOPE) for scope in section.texts(key, SCOPES)]
    axes = _axes(section, base, scopes)
    if (count := math.prod(map(len, axes.values()))) > MOST_COMBINATIONS:
        raise top.document.error(f"the axes have {count:,} combinations", ("axes",), hint=f"give at most {MOST_COMBINATIONS:,}")
    excluded = _excluded(top, scopes)
    labelled: dict[str, Configuration] = {}
    for label, configuration in _combined(top.document, base, axes, excluded):
        if labelled.setdefault(label, configuration) != configuration:
            raise top.document.error(f"two configurations are called {label!r}", ("axes",), hint="their values differ in spaces only")
    for number, one in enumerate(excluded):
        if not one.used:
            hint = "no combination of the axes has all of its values; leave it out, or give values of the axes"
            raise top.document.error("excludes nothing", ("exclude", number), hint=hint)
    if not labelled:
        raise top.document.error("excludes every combination of the axes", ("exclude", 0), hint="leave one of them out")
    return labelled


@dataclass(slots=True)
class _Exclusion:
    """The values of the combinations that are left out, by field or SCOPE; ``used``: whether there were some."""

    values: Mapping[str, Sequence[Any]]
    used: bool = False

    def excludes(self, setting: Mapping[str, Any]) -> bool:
        strategy = setting["strategy"]
        scope = str(parse_strategy(strategy).apply).partition(":")[2] if SCOPE in self.values else ""
        holds = all((scope if name == SCOPE else setting[name]) in values for name, values in self.values.items())
        self.used |= holds
        return holds


def _combined(
    document: Document, base: Configuration, axes: Mapping[str, list[Any]], excluded: Sequence[_Exclusion]
) -> Iterator[tuple[str, Configuration]]:
    """What is not excluded; InputError for the first combination that cannot run."""
    common = base.to_json()
    for label, setting in combinations(axes):
        left_out_by = [one for one in excluded if one.excludes(common | setting)]  # all are asked, so that each is used
        if left_out_by:
            continue
        try:
            configuration = replace(base, **setting)
            plan(configuration)
        except Refused as error:
            raise _located(document, error, setting) from None
        yield label, configuration


def _without_limits(top: Section, name: str, known: Sequence[str]) -> Section:
    """A table of settings, in which limits have no place."""
    for key, field in LIMITS.items():
        if field in (top.data[name] if isinstance(top.data.get(name), dict) else ()):
            raise top.document.error(f"{field} is a limit", (name, field), hint=f"give it in [limits], as {key}")
    return top.section(name, known)


def _located(document: Document, error: Refused, values: Mapping[str, Any]) -> InputError:
    """The error at the value that it begins with: ``name=...``."""
    name = str(error).partition("=")[0]
    keys = [name]
    keys += [plural for plural, field in AXES.items() if field == name]
    keys += [key for key, field in LIMITS.items() if field == name]
    places = [(table, key) for table in ("axes", "settings", "limits") for key in keys if key in document.data.get(table, {})]
    place = places[0] if places else ("axes",)
    hint = "exclude what does not go together by [[exclude]]" if place[0] == "axes" else None
    return document.error(str(error), place, values.get(name), hint)


def _axes(section: Section, base: Configuration, scopes: list[str]) -> dict[str, list[Any]]:
    """The values of each axis by its field: those that name a run first, then those that vary."""
    values: dict[str, list[Any]] = {}
    for key in section.data:
        name = AXES.get(key, key)
        if name in ("scopes", SCOPE):
            continue
        if name in values:
            raise section.error(key, None, "give one of them", f"and {name} are the same axis")
        items = section.items(key, lambda entry: not isinstance(entry, (list, dict)), "values")
        values[name] = list(dict.fromkeys(_value(section, key, item) for item in items))
    if scopes:
        values["strategy"] = _scoped(section, values.get("strategy", [base.strategy]), scopes)
    order = [*ALWAYS, *(name for name in values if name not in ALWAYS)]
    return {name: values.get(name, [getattr(base, name)]) for name in order}


def _scoped(section: Section, strategies: list[str], scopes: list[str]) -> list[str]:
    """Every strategy in every scope; once where its refinements have none."""
    if not all(strategies):
        raise section.error(
            "scopes" if "scopes" in section.data else SCOPE, None, "name the strategies", "is about strategies, of which none is named"
        )
    return list(dict.fromkeys(with_scope(text, scope) for text in strategies for scope in scopes))


def _excluded(top: Section, scopes: Sequence[str]) -> list[_Exclusion]:
    """Where ``scopes`` are an axis, a strategy stands for itself in each of them."""
    tables = top.items("exclude", lambda entry: isinstance(entry, dict), "tables [[exclude]]")
    exclusions = []
    for number, table in enumerate(tables):
        section = Section(top.document, ("exclude", number), table, (*_FIELDS, SCOPE))
        if not table:
            raise top.document.error("excludes everything", ("exclude", number), hint=f"with keys of: {', '.join((*_FIELDS, SCOPE))}")
        values = {}
        for key in table:
            if key == SCOPE:
                values[key] = section.texts(key, SCOPES)
                continue
            items = section.items(key, lambda entry: not isinstance(entry, (list, dict)), "values")
            values[key] = [_value(section, key, item) for item in items]
            if key == "strategy":
                values[key] += [with_scope(text, scope) for text in values[key] if text for scope in scopes if "apply=" not in text]
        exclusions.append(_Exclusion(values))
    return exclusions


def _value(section: Section, key: str, value: Any) -> Any:
    """A value of an axis or a setting, checked by itself: its type, and where names are known the name."""
    name = AXES.get(key, key)
    setting = SETTINGS[name]
    if setting.type is float and isinstance(value, int) and not isinstance(value, bool):
        value = float(value)
    kind: type = setting.type
    if type(value) is not kind:
        raise section.error(key, value, f"give {_KINDS[kind]}")
    _check_name(section, key, name, value)
    return " ".join(str(value).split()) if name == "strategy" else value


def _check_name(section: Section, key: str, name: str, value: Any) -> None:
    """Whether there is what a value of the field ``name`` names."""
    setting = SETTINGS[name]
    if setting.known and value not in setting.known:
        raise section.document.unknown(name, value, setting.known, (*section.where, key), value)
    if name in ("backend", "checker") and value and value not in backend_names():
        raise section.document.unknown("backend", value, backend_names(), (*section.where, key), value)
    try:
        if name == "strategy" and value:
            parse_strategy(value)
        Configuration(**{name: value})
    except ConfigurationError as error:
        raise section.document.error(str(error), (*section.where, key), value) from None
    except Refused as error:
        text = str(error)
        raise section.document.error(text if text.startswith(name) else f"{name} {value!r}: {text}", (*section.where, key), value) from None


_KINDS: dict[type, str] = {int: "a whole number", str: "a text", bool: "true or false", float: "a number"}


def _limit(section: Section, key: str) -> float | int | None:
    """Seconds, or whole megabytes; what is too small is the configuration's to say."""
    return section.count(key, least=0) if key.endswith("memory") else section.number(key)
