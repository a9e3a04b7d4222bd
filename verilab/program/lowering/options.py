"""The limits inside which the front end is exact."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LoweringOptions:
    """Beyond these limits a program is over-approximated and the edge says so.

    ``recursion_bound``: instances of a recursive function before a further call counts as unknown.
    ``array_limit``: scalars in one array object; longer arrays are not modelled.
    ``copy_limit``: scalars that one assignment, initialiser or parameter copies one by one.
    """

    recursion_bound: int = 25
    array_limit: int = 4096
    copy_limit: int = 4096
