"""A unit: an object of a random type with a random initialiser, of which every scalar is observed."""

from __future__ import annotations

import random
from collections.abc import Sequence

from property_tests.c_units.writer import Unit
from property_tests.initialisers.lists import ListMaker
from property_tests.initialisers.types import Array, Record, Scalar, Type, TypeMaker, declared, leaves

MOST_SCALARS = 60
KINDS = ("global", "static", "automatic", "automatic", "literal")
FLAGS = ("-ftrivial-auto-var-init=zero",)
"""What nobody promises about automatic objects is zero: as the interpreter chooses it."""
_PRELUDE = "static int v@, w@[2];\nstatic int eff@(int n) { v@ += 3 * n; return n; }"


def initialiser_unit(seed: int, kinds: Sequence[str] = KINDS) -> Unit:
    """The unit of a seed: an object of the file, a static one of a function, an automatic one, or a compound literal."""
    rng = random.Random(seed)
    maker, type = _type(rng)
    kind = rng.choice(kinds)
    lists = ListMaker(rng, kind in ("global", "static"))
    initialiser = lists.braces(type, 4) if kind == "literal" and not isinstance(type, Scalar) else lists.make(type)
    if kind == "literal" and not isinstance(type, Scalar):
        initialiser = f"({declared(type, '')}) {initialiser}"
    completed = isinstance(type, Array) and rng.random() < 0.3
    declaration = f"{declared(type, 'o@')} = {initialiser};"
    if completed and isinstance(type, Array):
        declaration = declaration.replace(f"o@[{type.length}]", "o@[]", 1)
        inner = " ".join(f"out({leaf});" for leaf in leaves(type.element, "o@[i]"))
        observed = f"out(sizeof o@); for (int i = 0; i < (int) (sizeof o@ / sizeof o@[0]); i++) {{ {inner} }}"
    else:
        observed = " ".join(f"out({leaf});" for leaf in leaves(type, "o@"))
    file = "\n".join([_PRELUDE, *maker.definitions, *lists.helpers.values()])
    if kind == "global":
        file, declaration = f"{file}\nstatic {declaration}", ""
    elif kind == "static":
        declaration = f"static {declaration}"
    values = " ".join(lists.values.values())
    return Unit(kind, file, f"v@ = 2; w@[1] = 5; {values} {declaration} {observed} out(v@);")


def _type(rng: random.Random) -> tuple[TypeMaker, Type]:
    while True:
        maker = TypeMaker(rng, "T@_")
        type = maker.record(3) if rng.random() < 0.7 else maker.make(3)
        few = len(leaves(type, "o")) <= MOST_SCALARS
        if few and (isinstance(type, Record | Array) or rng.random() < 0.1):
            return maker, type
