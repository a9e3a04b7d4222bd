"""The kernel's allocators, which may fail, in a counterexample, as C: each call fails or not as it did there."""

from __future__ import annotations

from verilab.evidence.interpretation.inputs import nondeterminism
from verilab.program.counterexample import Choice
from verilab.program.memory.external.allocators import ARRAYS, allocator_of

_ARENA = """\
static unsigned char verilab_arena[1 << 22] __attribute__((aligned(16)));
static void *verilab_allocate(unsigned long size) {
    static unsigned long used = 0;
    void *found = verilab_arena + used;
    if (size > sizeof verilab_arena - used) verilab_leave("OUT OF MEMORY\\n", 14, 108);
    used += (size + 31) & ~15ul;
    return found;
}
"""


class Failures:
    """What the choices of an execution say of allocators that may fail, by their names and in the order of the calls."""

    def __init__(self) -> None:
        self._failing: dict[str, list[bool]] = {}

    @property
    def functions(self) -> tuple[str, ...]:
        """The allocators that are called."""
        return tuple(self._failing)

    def takes(self, choice: Choice) -> bool:
        """Whether the choice is of a failure, and is remembered."""
        nondet = nondeterminism(choice.edge)
        name = None if nondet is None else allocator_of(nondet[2])
        if name is None:
            return False
        self._failing.setdefault(name, []).append(choice.values[0] != 0)
        return True

    def bodies(self) -> list[str]:
        """The definitions of the allocators, none where none is called; what they return is zero."""
        if not self._failing:
            return []
        return [_ARENA, *(_body(name, failing) for name, failing in self._failing.items())]


def _body(name: str, failing: list[bool]) -> str:
    size = "count * size" if name in ARRAYS else "count"
    return f"""\
void *{name}(unsigned long count, unsigned long size) {{
    static const char failing[] = {{{", ".join(str(int(fails)) for fails in failing)}}};
    static unsigned long next = 0;
    if (next == {len(failing)}) verilab_leave("OUT OF INPUTS\\n", 14, 108);
    return failing[next++] ? 0 : verilab_allocate({size});
}}
"""
