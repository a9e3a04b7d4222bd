"""Experiments that come with verilab, by name: tables of the papers in sizes that two cores finish in twenty minutes."""

from __future__ import annotations

from pathlib import Path

from verilab.errors import nearest
from verilab.verification.configuration import ConfigurationError

_FOLDER = Path(__file__).parent


def names() -> tuple[str, ...]:
    """Every named experiment."""
    return tuple(sorted(file.stem for file in _FOLDER.glob("*.toml")))


def named_experiment(name: str) -> Path:
    """The file of a named experiment; ConfigurationError where there is none of this name."""
    if name not in names():
        raise ConfigurationError(f"{name!r} is no named experiment; {nearest(name, names())}")
    return _FOLDER / f"{name}.toml"
