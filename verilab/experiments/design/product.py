"""The product of axes, computed here and nowhere enumerated by hand."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from verilab.errors import Refused
from verilab.solving.registry import backend_names, unknown_name
from verilab.verification.configuration import Configuration
from verilab.verification.schema import DEFAULT

ALWAYS = ("analysis", "backend", "encoding", "interpolation", "strategy")
"""The axes that name a run also where nothing varies."""


def product(base: Configuration, axes: Mapping[str, Sequence[object]]) -> list[tuple[str, Configuration]]:
    """Every combination of the axes' values as (label, configuration); the label lists the axes that have several values.

    Refused where a strategy or a backend is misspelt, which would fail on each task.
    """
    from verilab.refinement.strategy import parse_strategy  # only sweeps need it

    for strategy in axes.get("strategy", ()):
        parse_strategy(str(strategy))
    for name in ("backend", "checker"):
        for backend in map(str, axes.get(name, (getattr(base, name),))):
            if backend and backend not in backend_names():
                raise Refused(f"{name}: {unknown_name('backend', backend, backend_names())}")
    return [(label, replace(base, **setting)) for label, setting in combinations(axes)]  # checked by Configuration


def combinations(axes: Mapping[str, Sequence[object]]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every combination of the axes' values, by axis, with its label."""
    for values in itertools.product(*axes.values()):
        setting = dict(zip(axes, values, strict=True))
        label = " ".join(f"{value}" or DEFAULT for name, value in setting.items() if len(axes[name]) > 1)
        yield label or " ".join(f"{value}" for value in values if value != ""), setting
