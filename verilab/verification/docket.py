"""The properties of one run and what became of each: the violation of one must not end the others.

A property that has its verdict, or that the current phase cannot decide, is set aside: the program is then as if it had never been asked
for.  The phase goes on with the others; the next phase takes up again what has no verdict.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from verilab.evidence.check import Certified
from verilab.evidence.record import Evidence
from verilab.refinement.verdicts import Safe, Unknown, Unsafe, Verdict
from verilab.verification.schema import PropertyResult

CONTRADICTION = "contradiction: one phase proved the property, another one found a violation; please report this program"

VERDICTS = {Safe: "true", Unsafe: "false", Unknown: "unknown"}


class Docket:
    """The properties by name with their expected verdicts, as in ``Task.expectations``."""

    def __init__(self, expectations: Mapping[str, bool | None]) -> None:
        self.expectations = expectations
        self._decided: dict[str, PropertyResult] = {}
        self._reasons: dict[str, list[str]] = {name: [] for name in expectations}
        self._evidence: dict[str, Evidence] = {}
        self._given_up: set[str] = set()

    @property
    def open(self) -> list[str]:
        """The properties without a verdict."""
        return [name for name in self.expectations if name not in self._decided]

    @property
    def is_over(self) -> bool:
        """Whether another phase would change nothing: all have a verdict, or the text is one that nobody gets a verdict on."""
        return all(any(map(_is_final, self._reasons[name])) for name in self.open)

    @property
    def active(self) -> list[str]:
        """Those that the current phase works on."""
        return [name for name in self.open if name not in self._given_up]

    @property
    def set_aside(self) -> frozenset[str]:
        """The others."""
        return frozenset(self.expectations) - frozenset(self.active)

    def begin_phase(self) -> None:
        """Take up again whatever has no verdict."""
        self._given_up.clear()

    def record(self, verdict: Verdict, certified: Certified) -> None:
        """An analysis came to ``verdict`` on some of the active properties, and its evidence made that ``certified``."""
        for name in self._concerned(verdict):
            self._evidence[name] = certified.evidence
            if isinstance(certified.verdict, Unknown):
                self._reasons[name].append(certified.verdict.reason)
                self._given_up.add(name)
            else:
                self._decided[name] = PropertyResult(
                    name, VERDICTS[type(certified.verdict)], evidence=certified.evidence, expected=self.expectations[name]
                )

    def adopt(self, results: Sequence[PropertyResult]) -> None:
        """What became of the properties elsewhere.

        The first verdict stays, unless another one contradicts it: then one of the two is wrong, whatever certified it, and there is none.
        """
        for result in results:
            if result.name in self._decided:
                if {result.verdict, self._decided[result.name].verdict} == {"true", "false"}:
                    self._decided[result.name] = replace(result, verdict="unknown", reason=CONTRADICTION)
                continue
            self._evidence[result.name] = result.evidence
            if result.verdict == "unknown":
                self._reasons[result.name] += [result.reason] * bool(result.reason)
            else:
                self._decided[result.name] = result

    def give_up(self, reason: str) -> None:
        """No verdict came of some phase, on any property that has none."""
        for name in self.open:
            self._reasons[name].append(reason)

    def _concerned(self, verdict: Verdict) -> Sequence[str]:
        active = self.active
        match verdict:
            case Unsafe(counterexample=counterexample) if counterexample.edges:
                named = {counterexample.edges[-1].target.property}
            case Unknown(properties=properties):
                named = set(properties)
            case _:
                return active
        # A verdict on no property by name is one on all; so is one on properties that are no longer active, which must not be repeated.
        return [name for name in active if name in named] or active

    def results(self) -> tuple[PropertyResult, ...]:
        """What became of each property."""
        return tuple(self._result(name) for name in self.expectations)

    def decided(self) -> list[PropertyResult]:
        """The verdicts found so far."""
        return [result for result in self.results() if result.verdict != "unknown"]

    def _result(self, name: str) -> PropertyResult:
        if name in self._decided:
            return self._decided[name]
        evidence = self._evidence.get(name, Evidence())
        return PropertyResult(name, "unknown", _combine(self._reasons[name]), evidence, self.expectations[name])


_THREADS = re.compile(
    r"imprecise: (?:external function |concurrency \()?(pthread_create|thrd_create|kthread_run|kthread_create\w*|clone)\)? decides (.*)"
)


_HAS_THREADS = "the program has threads"


_FINAL = (
    *("evidence rejected: layout differs", "evidence rejected: preprocessing differs"),
    *("evidence rejected: the compiler's preprocessor refuses", "the compiler refuses the program"),
)


def _is_final(reason: str) -> bool:
    """Whether the compiler reads the text in another way than we do, which every proof comes to."""
    return reason.startswith(_FINAL)


def _combine(reasons: list[str]) -> str:
    """One reason for a run of several phases: the same said once, what says most of the program first; threads are all that is said."""
    for reason in reasons:
        if _is_final(reason) or reason.startswith(_HAS_THREADS):  # as one phase has it
            return reason
        if threads := _THREADS.search(reason):
            return f"{_HAS_THREADS} ({threads[1]}), which are not modelled: {threads[2].partition('; ')[0]}"
    return "; ".join(sorted(dict.fromkeys(reasons), key=_is_of_a_phase)) or "no analysis was run"


def _is_of_a_phase(reason: str) -> bool:
    """Whether the reason says what a phase could not do, rather than what it came across in the program."""
    return reason.startswith(("timeout", "testing: ", "induction: ", "contracts: "))
