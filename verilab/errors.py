"""What a user can cause besides wrong input files: a request that cannot be met."""

from __future__ import annotations


class Refused(ValueError):
    """A request that cannot be met: a name that does not exist, a setting that cannot run, an engine that is not installed.

    The message says what is wrong and what would work.
    """

    def render(self) -> str:
        """The message as the command line prints it."""
        return f"error: {self}"
