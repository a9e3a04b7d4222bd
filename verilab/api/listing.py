"""``verilab.engines``: who interpolates, as a data frame."""

from __future__ import annotations

from typing import TYPE_CHECKING

from verilab.experiments.store.database import INSTALL, StoreError
from verilab.solving.backend import Theory
from verilab.solving.registry import list_backends

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pandas import DataFrame

COLUMNS = ("engine", "backend", "procedure", "version", "theories", "sequences", "trees", "loops", "installed", "install")
_SHORT = {theory: theory.name for theory in Theory}


def engines() -> DataFrame:
    """The interpolation engines: a line for each procedure of each backend, and one for each backend that is not installed.

    ``engine`` is the name that ``verilab.interpolate`` and ``verilab.verify`` take, ``<backend>:<procedure>``.  ``theories``: those that
    it interpolates, as text: LIA NIA LRA BV ARRAYS UF.  ``sequences``, ``trees``, ``loops``: whether it interpolates sequences and trees,
    and solves Horn clauses with loops.  ``installed`` says whether it can be used, ``install`` is the command that installs its backend.

    StoreError where pandas is not installed.  The same on the command line: ``verilab backends``.
    """
    try:
        from pandas import DataFrame
    except ImportError as error:
        raise StoreError(f"engines are a data frame of pandas, which is not installed ({error}); install it with: {INSTALL}") from None
    return DataFrame(list(_lines()), columns=list(COLUMNS))


def _lines() -> Iterable[tuple[object, ...]]:
    for entry in list_backends():
        able = entry.capabilities
        if able is None:
            yield ("", entry.name, "", None, "", False, False, False, False, entry.install)
            continue
        for name, theories in able.interpolation.items():
            known = " ".join(_SHORT[theory] for theory in Theory if theory in theories)
            trees, loops = name in able.trees, name in able.loops
            yield (f"{entry.name}:{name}", entry.name, name, entry.version, known, True, trees, loops, True, entry.install)
