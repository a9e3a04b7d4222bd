"""A product line as a family-based simulator: ``size`` features are chosen at the start, then the product runs.

Each feature brings a device that its event switches on and off.  Neighbouring devices must never be on together, which the feature model
ensures: no two neighbouring features are in one product.  In the unsafe variant the model forgets one such exclusion.
"""

from __future__ import annotations

import random

from verilab.families.family import Family, Generated
from verilab.families.text import CHOOSE, block, function, indented, program


def _build(size: int, safe: bool, generator: random.Random) -> Generated:
    forgotten = None if safe else generator.randrange(size - 1)
    globals_ = "\n".join(f"static int feature{i}, device{i};" for i in range(size))
    excluded = [f"if (feature{i} && feature{i + 1})\n    return 0;" for i in range(size - 1) if i != forgotten]
    model = function("static int is_product(void)", [*excluded, "return 1;"])
    switches = [
        function(f"static void switch{i}(void)", [f"if (device{i})\n    device{i} = 0;\n  else\n    device{i} = 1;"]) for i in range(size)
    ]
    watch = function("static void watch(void)", [f"if (device{i} && device{i + 1})\n    reach_error();" for i in range(size - 1)])
    run = ["int event = __VERIFIER_nondet_int();"]
    for i in range(size):
        run += block(f"if (event == {i} && feature{i})", [f"switch{i}();"])
    body = [f"feature{i} = choose();" for i in range(size)]
    body += ["if (!is_product())", "  return 0;", "while (1) {", *indented([*run, "watch();"]), "}"]
    pair = () if forgotten is None else (forgotten, forgotten + 1)
    inputs = (*(int(i in pair) for i in range(size)), *pair)
    return Generated(program(CHOOSE, globals_, model, *switches, watch, function("int main(void)", body)), inputs)


FAMILY = Family(
    "product-line",
    "optional features with devices, and a feature model that keeps neighbours apart",
    (2, 3, 4, 6),
    _build,
)
