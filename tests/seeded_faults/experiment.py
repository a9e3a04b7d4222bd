"""The experiment: each fault on the programs that may show it."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor

from tests.seeded_faults.fault import PROGRAMS, SHARED, Fault, Layer
from tests.seeded_faults.programs import SmallProgram
from tests.seeded_faults.table import WrongClaim
from tests.seeded_faults.trials import Trial, with_fault
from tests.seeded_faults.witnesses import WITNESSES

SETTINGS_OF = {
    Layer.BLOCKS: ("predicate", "auto"),
    Layer.ENCODINGS: ("predicate", "auto"),
    Layer.MEMORY: ("auto", "predicate"),
    Layer.LOWERING: ("auto", "predicate"),
    Layer.VALUES: ("auto",),
    Layer.PREDICATES: ("predicate",),
    **dict.fromkeys(SHARED, ("auto",)),
}


def trials_of(fault: Fault, programs: Sequence[SmallProgram]) -> list[Trial]:
    """Its programs in a fixed random order, in the settings that can show the fault; those first that are the likeliest to do so."""
    pattern = fault.programs or PROGRAMS[fault.layer]
    chosen = [program for program in programs if re.search(pattern, program.name)]
    if fault.layer in SHARED:  # what is shared makes proofs wrong, with the guard and without it
        chosen = [program for program in chosen if program.verdict == "false"]
    random.Random(fault.name).shuffle(chosen)
    settings = ("bit vectors",) if fault.bit_vectors else SETTINGS_OF[fault.layer]
    return [(program, setting) for setting in settings for program in chosen]


def witnessing(fault: Fault, programs: Sequence[SmallProgram]) -> list[Trial]:
    """The trial that is known to show a fault of ``WITNESSES``."""
    name, setting = WITNESSES[fault.name]
    return [(program, setting) for program in programs if program.name == name]


def wrong_claims(
    plan: Mapping[Fault, Sequence[Trial]],
    evidences: list[str],
    *,
    enough: int = 0,
    jobs: int = 1,
    report: Callable[[Fault, list[WrongClaim]], None] = lambda fault, claims: None,
) -> list[WrongClaim]:
    """The claims that faults make wrong in the trials planned for them, where the verifier without them makes a right one or none.

    No more trials of a fault after ``enough`` wrong claims (0: all).  ``report`` gets what a fault caused as soon as it has been tried.
    """

    def of(fault: Fault) -> list[WrongClaim]:
        claims = [
            WrongClaim(fault, program, setting, outcome.claim, outcome.judged)
            for (program, setting), outcome in with_fault(fault, plan[fault], evidences, enough)
        ]
        report(fault, claims)
        return claims

    with ThreadPoolExecutor(jobs) as pool:
        claims = [claim for claims in pool.map(of, plan) for claim in claims]
    concerned = list(dict.fromkeys((claim.program, claim.setting) for claim in claims))
    wrong_anyway = {trial for trial, _ in with_fault(None, concerned, [])}
    return [claim for claim in claims if (claim.program, claim.setting) not in wrong_anyway]
