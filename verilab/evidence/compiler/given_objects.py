"""The pointers that functions without a body return in a counterexample, as C: each to an object with the contents that it chose."""

from __future__ import annotations

from verilab.evidence.interpretation.inputs import nondeterminism
from verilab.program.counterexample import Choice
from verilab.program.memory.external.provided_objects import FRESH, NUMBER, content_of, no_address, number_of, result_of
from verilab.program.operations import NondetKind

_SLACK = 4096  # bytes behind what is chosen: the program may look at more of an object than what decides anything


class GivenObjects:
    """What the choices of an execution, which come in its order, make of objects; by the name of the function that returns them."""

    def __init__(self) -> None:
        self._returned: dict[str, list[tuple[int, int] | int]] = {}  # (contents as the bits of a number, how many bytes), or a number

    @property
    def functions(self) -> tuple[str, ...]:
        """The functions that return pointers."""
        return tuple(self._returned)

    def results(self, function: str) -> list[int | None]:
        """What a function returns, call by call; None for an object of its own."""
        return [returned if isinstance(returned, int) else None for returned in self._returned.get(function, ())]

    def takes(self, choice: Choice) -> bool:
        """Whether the choice is about such a pointer or object, and is remembered; not one of an address that is not modelled."""
        nondet = nondeterminism(choice.edge)
        if nondet is None or nondet[1] is not NondetKind.INPUT:
            return False
        (type, *_), _, origin = nondet
        function = result_of(origin)
        if function is not None and choice.values[0] in (FRESH, NUMBER):
            self._returned.setdefault(function, []).append((0, 0) if choice.values[0] == FRESH else 0)
            return True
        function = number_of(origin)
        if function is not None:
            self._returned[function][-1] = no_address(choice.values[0], type.width)
            return True
        content = content_of(origin)
        if content is None:
            return False
        objects = self._returned[content.function]
        object = objects[-1]
        assert not isinstance(object, int)
        image, end = object
        last = content.offset + (content.bit + type.width + 7) // 8
        objects[-1] = image | content.image(choice.values[0], type.width), max(end, last)
        return True

    def body(self, function: str, otherwise: str) -> str:
        """The definition of a function; ``otherwise`` is the statement for a call that the execution does not have."""
        objects, cases = [], []
        for number, returned in enumerate(self._returned[function]):
            if isinstance(returned, int):
                cases.append(f"    case {number}: return (void *)0x{returned:x}UL;")
                continue
            name = f"verilab_{function}_{number}"
            image, end = returned
            contents = ", ".join(f"0x{byte:x}" for byte in image.to_bytes(max(end, 1), "little"))
            objects.append(f"static unsigned char {name}[{end + _SLACK}] __attribute__((aligned(16))) = {{{contents}}};\n")
            cases.append(f"    case {number}: return {name};")
        lines = [f"void *{function}() {{", "    static unsigned long next = 0;", "    switch (next++) {", *cases, "    }"]
        return "".join(objects) + "\n".join([*lines, f"    {otherwise}", "    return 0;", "}", ""])
