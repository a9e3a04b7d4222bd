"""Random units of every kind."""

from __future__ import annotations

from collections.abc import Callable

from property_tests.c_units.objects import ObjectUnits
from property_tests.c_units.scalars import ScalarUnits
from property_tests.c_units.writer import Unit


class Maker(ScalarUnits, ObjectUnits):
    """Makes units of all kinds."""

    def unit(self) -> Unit:
        makers: list[Callable[[], tuple[str, str]]] = [
            *(self.variables, self.variables, self.fields, self.fields, self.constants, self.compound, self.steps, self.calls),
            *(self.structs, self.unions, self.pointers, self.matrix, self.initialisers, self.varargs, self.statics, self.switches),
            *(self.bytes, self.tables, self.strings, self.control),
        ]
        maker = self.rng.choice(makers)
        self.expressions.places = []
        file, body = maker()
        return Unit(maker.__name__, file, body)
