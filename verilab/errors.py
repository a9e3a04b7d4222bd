"""What a user can cause besides wrong input files: a request that cannot be met."""

from __future__ import annotations

from collections.abc import Iterable


class Refused(ValueError):
    """A request that cannot be met: a name that does not exist, a setting that cannot run, an engine that is not installed.

    The message says what is wrong and what would work.
    """

    def render(self) -> str:
        """The message as the command line prints it."""
        return f"error: {self}"


def nearest(name: str, known: Iterable[str]) -> str:
    """What a wrong name may have meant, and all names that there are: the end of a message."""
    import difflib  # by who has to: every command starts with this module

    names = list(known)
    close = difflib.get_close_matches(name, names, n=1)
    return (f"did you mean {close[0]!r}? " if close else "") + f"known: {', '.join(names)}"
