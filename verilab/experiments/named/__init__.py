"""Experiments that come with verilab, by name: tables of the papers in sizes that two cores finish in twenty minutes."""

from __future__ import annotations

import difflib
from pathlib import Path

from verilab.verification.configuration import ConfigurationError

_FOLDER = Path(__file__).parent


def names() -> tuple[str, ...]:
    """Every named experiment."""
    return tuple(sorted(file.stem for file in _FOLDER.glob("*.toml")))


def named_experiment(name: str) -> Path:
    """The file of a named experiment; ConfigurationError where there is none of this name."""
    if name not in names():
        close = difflib.get_close_matches(name, names(), n=1)
        hint = f"did you mean {close[0]!r}? " if close else ""
        raise ConfigurationError(f"{name!r} is no named experiment; {hint}known: {', '.join(names())}")
    return _FOLDER / f"{name}.toml"
