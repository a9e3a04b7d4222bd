"""The sample: in each stratum so many sites, drawn without replacement, and at each of them one of its mutants.

A site is a place and a kind of operator: a comparison, which has seven mutants, weighs no more than a condition, which has one.
"""

from __future__ import annotations

import random
from pathlib import Path

from tests.mutation.mutant import Mutant, modules_of, mutants_of

STRATA = {
    "refinement": ("verilab.refinement",),
    "strategies": ("verilab_strategies",),
    "certificates": ("verilab.solving.certificate", "verilab.solving.tree_certificate"),
    "evidence": ("verilab.evidence",),
}
SHARES = {"refinement": 0.23, "strategies": 0.19, "certificates": 0.2, "evidence": 0.38}
"""The small strata more densely than their code: each is to have about 60 mutants in a sample of 310."""


def sample(root: Path, stratum: str, count: int, seed: int) -> list[Mutant]:
    """``count`` mutants of a stratum, or one per site if there are not as many sites; in the order they were drawn."""
    sites = [
        mutants
        for package in STRATA[stratum]
        for module, source in modules_of(root, package)
        for _, mutants in sorted(mutants_of(module, source).items())
    ]
    draw = random.Random(f"{stratum} {seed}")
    return [draw.choice(mutants) for mutants in draw.sample(sites, min(count, len(sites)))]
