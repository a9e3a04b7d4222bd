"""Faults of initialisers and definitions."""

from tests.seeded_faults.fault import Fault, Layer

INITIALISERS = (
    Fault(
        "definitions: a tentative one hides the initialiser",
        Layer.INITIALISERS,
        "verilab.program.lowering.declarations.declarations",
        "if node.init is not None: known.declaration = node",
        "known.declaration = node",
        programs="^initial/tentative",
    ),
    Fault(
        "initialisers: texts have no end",
        Layer.INITIALISERS,
        "verilab.program.lowering.declarations.sub_objects",
        "units = (*literal.units, 0) if literal",
        "units = literal.units if literal",
        programs="^initial/text_has",
    ),
    Fault(
        "initialisers: a whole keeps what was said of its parts",
        Layer.INITIALISERS,
        "verilab.program.lowering.declarations.sub_objects",
        "place.content = Parts({}) self._fill(place, deque(node.exprs)",
        "place.content = place.content if isinstance(place.content, Parts) else Parts({})\n            self._fill(place, deque(node.exprs)",
        programs="^initial/whole_erases",
    ),
    Fault(
        "initialisers: a range ends one element before",
        Layer.INITIALISERS,
        "verilab.program.lowering.declarations.sub_objects",
        "return range(low, high + 1)",
        "return range(low, high + (low == high))",
        programs="^initial/end_of_a_range",
    ),
    Fault(
        "initialisers: the list goes on where it was before a designator",
        Layer.INITIALISERS,
        "verilab.program.lowering.declarations.sub_objects",
        "position = self._designated(place, item, items) + 1",
        "self._designated(place, item, items)\n                position += 1",
        programs="^initial/behind_a_designator",
    ),
    Fault(
        "initialisers: a part without braces takes one item",
        Layer.INITIALISERS,
        "verilab.program.lowering.declarations.sub_objects",
        "if elided and _count(part.type) != 0: self._fill(part, items, designators=False)",
        "if elided and _count(part.type) != 0:\n            self._fill(part, deque([items.popleft()]), designators=False)",
        programs="^initial/elided",
    ),
    Fault(
        "initialisers: the first member of a union stays",
        Layer.INITIALISERS,
        "verilab.program.lowering.declarations.sub_objects",
        "parts.clear()",
        "parts = {} if parts else parts",
        programs="^initial/last_member",
    ),
    Fault(
        "initialisers: an array has an element more than initialised",
        Layer.INITIALISERS,
        "verilab.program.lowering.declarations.sub_objects",
        "return max(self.parts, default=-1) + 1",
        "return max(self.parts, default=-1) + 2",
        programs="^initial/length_by",
    ),
    Fault(
        "initialisers: an element has the index before",
        Layer.INITIALISERS,
        "verilab.program.lowering.declarations.sub_objects",
        "low = high = constant_integer(self.ctx, designator.expr)",
        "low = high = max(0, constant_integer(self.ctx, designator.expr) - 1)",
        programs="^initial/element_by",
    ),
)
