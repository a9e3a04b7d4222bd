"""Settings that belong together, by name: how the papers' implementation was configured, where ours is by default another.

``Configuration(analysis="predicate", **SETTINGS_PRESETS["paper-engine"])``
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from verilab.verification.configuration import ConfigurationError


def _engine(solver: str) -> dict[str, Any]:
    """One solver checks, abstracts, slices and interpolates; one query for each path (or prefix) as it is, interpolants from its proof,
    their atoms as predicates (SPIN'15 §5)."""
    return {"backend": solver, "interpolation": f"{solver}:proofs", "extraction": "atoms", "reduction": "none", "fallback": "none"}


SETTINGS_PRESETS: dict[str, dict[str, Any]] = {
    "paper-engine": _engine("smtinterpol"),
    "paper-engine-mathsat": _engine("mathsat"),
    "paper-values": {"value_interpolation": "suffix"},
}
"""Fields of a ``Configuration`` with their values, by the preset's name: SPIN'15 §5, the same with MathSAT's proofs, FORTE'15 Alg. 2."""


def settings_of(names: str) -> dict[str, Any]:
    """The fields that a comma list of presets sets.

    ConfigurationError for a name that is no preset, and for presets that want different things.
    """
    settings: dict[str, Any] = {}
    for name in filter(None, (part.strip() for part in names.split(","))):
        if name not in SETTINGS_PRESETS:
            raise ConfigurationError(f"settings={name!r}: unknown; known: {', '.join(SETTINGS_PRESETS)}")
        for field, value in SETTINGS_PRESETS[name].items():
            if settings.setdefault(field, value) != value:
                raise ConfigurationError(f"settings={names!r}: {field} is {settings[field]!r} and {value!r}; give one of these presets")
    return settings


def with_settings(fields: Mapping[str, Any], names: str, explicit: Collection[str] = ()) -> dict[str, Any]:
    """``given`` with the fields of the named presets, but for those that are ``explicit``."""
    return dict(fields) | {field: value for field, value in settings_of(names).items() if field not in explicit and field in fields}
