"""The parts that all generated programs share, and how their text is put together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

PROLOGUE = """extern void abort(void);
extern int __VERIFIER_nondet_int(void);

void reach_error(void) { abort(); }
"""

# 0 or 1 on separate paths: what was chosen is a constant for the value domain, too.
CHOOSE = """static int choose(void) {
  if (__VERIFIER_nondet_int())
    return 1;
  return 0;
}
"""


def program(*parts: str) -> str:
    """The prologue and the parts, separated by empty lines."""
    return "\n".join(part.strip("\n") + "\n" for part in (PROLOGUE, *parts))


def function(head: str, body: Iterable[str]) -> str:
    """``head`` with the body's lines in braces."""
    return "\n".join([f"{head} {{", *indented(body), "}"])


def indented(lines: Iterable[str], levels: int = 1) -> list[str]:
    return ["  " * levels + line if line else line for line in lines]


def block(head: str, body: Iterable[str]) -> list[str]:
    """A statement with a braced body, as lines."""
    return [f"{head} {{", *indented(body), "}"]


def branches(condition: str, then: Iterable[str], otherwise: Iterable[str]) -> list[str]:
    """An if-then-else, as lines."""
    return [*block(f"if ({condition})", then)[:-1], *block("} else", otherwise)]


def check(condition: str) -> list[str]:
    """An assertion."""
    return [f"if (!({condition}))", "  reach_error();"]


BOUND = 1000
"""Of variables whose sums are not to overflow, whatever the environment chooses."""


def leave_outside(names: Sequence[str], bound: int = BOUND) -> list[str]:
    """Ends the program where a variable has left [-bound, bound]."""
    outside = " || ".join(f"{name} < -{bound} || {name} > {bound}" for name in names)
    return [f"if ({outside})", "  return 0;"]
