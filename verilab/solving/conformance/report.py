"""What a run of the conformance kit found: one row per query, the failures, and where the time went."""

from __future__ import annotations

from collections import Counter
from dataclasses import field

from verilab.data_classes import dataclass
from verilab.solving.backend import Theory


@dataclass(frozen=True, slots=True)
class Row:
    """One query and what became of it.

    ``result``: "valid", "satisfiable", "unsat", "sat" and "kept" (a promise of sessions) are right answers; "timedout", "failed",
    "unsupported" and "unknown" are none; "invalid", "wrong" and "crashed" (an exception) are false ones.
    ``seconds`` is the solver's time, ``check_seconds`` that of the certificate.  ``theories``: those of the query; ``cuts``: of a sequence
    that was interpolated, 0 where that is not what was asked.
    """

    query: str
    procedure: str
    result: str
    seconds: float
    detail: str = ""
    basic: bool = False
    family: str = ""
    check_seconds: float = 0.0
    theories: frozenset[Theory] = frozenset()
    cuts: int = 0


FALSE_ANSWERS = ("invalid", "wrong", "crashed")
NO_ANSWERS = ("timedout", "failed", "unsupported", "unknown")


@dataclass(frozen=True, slots=True)
class Report:
    """All rows of a run of the kit; ``skipped`` counts what the declared capabilities exclude, per procedure."""

    rows: tuple[Row, ...]
    skipped: dict[str, int] = field(default_factory=dict)

    @property
    def failures(self) -> tuple[Row, ...]:
        """False answers, and basic queries without an answer."""
        return tuple(row for row in self.rows if row.result in FALSE_ANSWERS or (row.basic and row.result in NO_ANSWERS))

    def counts(self) -> dict[tuple[str, str], int]:
        """How many rows per (procedure, result)."""
        return dict(Counter((row.procedure, row.result) for row in self.rows))

    def times(self) -> dict[tuple[str, str], tuple[int, float, float]]:
        """Per (procedure, family): how many queries, the solver's seconds, the certificates' seconds; the slowest first."""
        table: dict[tuple[str, str], tuple[int, float, float]] = {}
        for row in self.rows:
            number, seconds, checks = table.get((row.procedure, row.family), (0, 0.0, 0.0))
            table[row.procedure, row.family] = (number + 1, seconds + row.seconds, checks + row.check_seconds)
        return dict(sorted(table.items(), key=lambda item: -item[1][1] - item[1][2]))

    def text(self, slowest: int = 8) -> str:
        """A few lines for people: results per procedure, the failures, where the time went."""
        lines = []
        for procedure in dict.fromkeys(row.procedure for row in self.rows):
            results = Counter(row.result for row in self.rows if row.procedure == procedure)
            answers = ", ".join(f"{number} {result}" for result, number in results.most_common())
            seconds = sum(row.seconds for row in self.rows if row.procedure == procedure)
            checks = sum(row.check_seconds for row in self.rows if row.procedure == procedure)
            skipped = f"; {self.skipped[procedure]} skipped by capabilities" if procedure in self.skipped else ""
            lines.append(f"{procedure}: {answers}{skipped}; {seconds:.1f} s, certificates {checks:.1f} s")
        lines += [f"FAILURE {row.procedure} on {row.query}: {row.result} {row.detail}".rstrip() for row in self.failures]
        for (procedure, family), (number, seconds, checks) in list(self.times().items())[:slowest]:
            lines.append(f"  {seconds + checks:6.2f} s  {procedure} on {number} of {family} (certificates {checks:.2f} s)")
        return "\n".join(lines)
