"""What a proof claims in front of loops, as C text over the values that the program has there."""

from __future__ import annotations

from collections.abc import Sequence

from verilab.data_classes import dataclass


@dataclass(frozen=True, slots=True)
class ClaimedPlace:
    """The claim in front of one loop statement's condition (of a do statement: in front of its body).

    ``values`` are lvalues of C; what they hold, an integer each (a floating-point number's pattern, an address), is ``v[0]``, ``v[1]``,
    ... in the other texts.  ``holds`` is false only in states that the proof excludes.  ``open`` are the values that may be replaced by
    others: the state stays one that the proof allows if each of the ``guards`` that was true before is true afterwards.
    """

    line: int
    column: int
    keyword: str
    values: tuple[str, ...]
    holds: str
    open: tuple[int, ...] = ()
    guards: tuple[str, ...] = ()

    @property
    def shown(self) -> str:
        """The claim as a reader of the source would write it."""
        text = self.holds
        for number, value in reversed(list(enumerate(self.values))):
            text = text.replace(f"v[{number}]", value)
        return text if len(text) < 200 else text[:200] + "..."


ALLOCATORS = ("malloc", "calloc", "realloc")
_ALLOCATIONS = """\
extern void *__real_malloc(unsigned long), *__real_calloc(unsigned long, unsigned long), *__real_realloc(void *, unsigned long);
static void *verilab_made(void *made, unsigned long size) { if (!made && size) verilab_end(); return made; }
void *__wrap_malloc(unsigned long size) { return verilab_made(__real_malloc(size), size); }
void *__wrap_calloc(unsigned long n, unsigned long size) { return verilab_made(__real_calloc(n, size), n && size); }
void *__wrap_realloc(void *old, unsigned long size) { return verilab_made(__real_realloc(old, size), size); }
"""
"""In front of the library's: proofs are about runs in which allocation succeeds."""


def tables(places: Sequence[ClaimedPlace]) -> str:
    """The claims as C, for ``runtime/claims.h``; ``ALLOCATORS`` are to be wrapped."""
    lines = [
        "struct verilab_place { int values; const unsigned char *open; int (*holds)(const long long *); int guards; "
        "int (*guard)(int, const long long *); };"
    ]
    for number, place in enumerate(places):
        mask = ", ".join("1" if index in place.open else "0" for index in range(len(place.values))) or "0"
        cases = " ".join(f"case {index}: return {guard};" for index, guard in enumerate(place.guards))
        lines += [
            f"static const unsigned char verilab_open_{number}[] = {{{mask}}};",
            f"static int verilab_holds_{number}(const long long *v) {{ return {place.holds}; }}",
            f"static int verilab_guard_{number}(int n, const long long *v) {{ switch (n) {{ {cases} }} return 1; }}",
        ]
    entries = ", ".join(
        f"{{{len(place.values)}, verilab_open_{number}, verilab_holds_{number}, {len(place.guards)}, verilab_guard_{number}}}"
        for number, place in enumerate(places)
    )
    return "\n".join([_ALLOCATIONS, *lines, f"const struct verilab_place verilab_places[] = {{{entries}}};", ""])
