"""The table of seeded faults: the wrong verdicts that each causes, and who rejected them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tests.seeded_faults.fault import SHARED, Fault, Layer
from tests.seeded_faults.programs import SmallProgram
from tests.seeded_faults.verification import Judged

SOLVER = "solver"
OURS = "our executions"
COMPILER = "compiler's executions"
CLAIMS = "claims in the compiled program"
TOKENS = "tokens"
LAYOUT = "layout and image"
OTHERS = "defect or time"
MISSED = "missed"
CATCHERS = (SOLVER, OURS, COMPILER, CLAIMS, TOKENS, LAYOUT, OTHERS, MISSED)
_REASONS = {
    "preprocessing differs from the compiler's": TOKENS,
    "layout differs from the compiler's": LAYOUT,
    "a claim of the proof is false": CLAIMS,
    "which the claim at": CLAIMS,
}
"""What a reason says of who rejected, where the name of the checker does not."""


@dataclass(frozen=True, slots=True)
class WrongClaim:
    """A verdict that a fault made wrong, and what each kind of evidence made of it."""

    fault: Fault
    program: SmallProgram
    setting: str
    claim: str
    judged: dict[str, Judged]


def caught_by(judged: Judged) -> str:
    """Who rejected a wrong claim; MISSED where it was certified."""
    if judged.result == "accepted":
        return MISSED
    by = judged.checked_by
    for said, who in _REASONS.items():
        if said in judged.reason:
            return who
    if "gcc" in by or "clang" in by:
        return COMPILER
    if "interpreter" in by or "execution" in by:
        return OURS
    return SOLVER if by and by != "defect" else OTHERS


def markdown(faults: Sequence[Fault], claims: Sequence[WrongClaim], evidence: str) -> str:
    """A row per fault with its layer, the wrong verdicts, who caught how many; then the totals per layer, with and without the guard."""
    lines = [_row(("fault", "layer", "wrong", *CATCHERS)), _row(("---", "---", *["---:"] * (1 + len(CATCHERS))))]
    for fault in faults:
        lines.append(_row((fault.name, fault.layer.value, *_counts([claim for claim in claims if claim.fault is fault], evidence))))
    lines += _by_layer(faults, claims, evidence, "layer")
    guarded = [claim for claim in claims if claim.program.guarded]
    if guarded:
        shared = [fault for fault in faults if fault.layer in SHARED]
        plain = [claim for claim in claims if claim.fault in shared and not claim.program.guarded]
        lines += _by_layer(shared, plain, evidence, "layer, without the guard")
        lines += _by_layer(shared, guarded, evidence, "layer, behind the guard")
    missed = [claim for claim in claims if caught_by(claim.judged[evidence]) == MISSED]
    if missed:
        lines += ["", "Missed:"]
        lines += [f"- {claim.fault.name}: {claim.program.name} ({claim.setting}) is '{claim.claim}'" for claim in missed]
    harmless = [fault.name for fault in faults if not any(claim.fault is fault for claim in claims)]
    if harmless:
        lines += ["", f"Without a wrong verdict: {', '.join(harmless)}"]
    return "\n".join(lines)


def _by_layer(faults: Sequence[Fault], claims: Sequence[WrongClaim], evidence: str, title: str) -> list[str]:
    """A row per layer, and one of all."""
    lines = ["", _row((title, "faults", "wrong", *CATCHERS, "rejected")), _row(("---", *["---:"] * (3 + len(CATCHERS))))]
    for layer in (*Layer, None):
        members = [fault for fault in faults if layer in (None, fault.layer)]
        counts = _counts([claim for claim in claims if layer in (None, claim.fault.layer)], evidence)
        if members:
            share = f"{100 * (1 - int(counts[-1]) / int(counts[0])):.1f} %" if int(counts[0]) else ""
            lines.append(_row(("all" if layer is None else layer.value, str(len(members)), *counts, share)))
    return lines


def _counts(claims: Iterable[WrongClaim], evidence: str) -> tuple[str, ...]:
    """How many claims there are, and how many of them each catcher has."""
    catchers = [caught_by(claim.judged[evidence]) for claim in claims]
    counts = Counter(catchers)
    return (str(len(catchers)), *(str(counts[name]) for name in CATCHERS))


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"
