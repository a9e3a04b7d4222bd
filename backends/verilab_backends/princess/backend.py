"""Princess (Philipp Rümmer and others, BSD): a Java process that interpolates from its proofs, bit-vectors too.

Brillout, Kroening, Rümmer, Wahl, "An interpolating sequent calculus for quantifier-free Presburger arithmetic", IJCAR 2010.
"""

from __future__ import annotations

from verilab.solving.backend import Theory
from verilab_backends.java.machine import java_command
from verilab_backends.princess.installation import INSTALLATION
from verilab_backends.smtlib.backend import SmtLibProcessBackend
from verilab_backends.smtlib.dialect import Dialect, Interpolation

DIALECT = Dialect(
    startup=(
        "(set-option :print-success false)",
        "(set-option :produce-models true)",
        "(set-option :produce-unsat-cores true)",
        "(set-option :produce-interpolants true)",
    ),
    timer="(set-option :timeout-per {milliseconds})",
    endless=2**31 - 1,
    interpolation=Interpolation.NAMES,
)


def make(megabytes: int = 2048) -> SmtLibProcessBackend:
    """The factory that the registry calls; ``megabytes``: the Java heap's limit.  ImportError where it is not installed."""
    command = java_command(INSTALLATION, "ap.CmdlMain", megabytes)
    return SmtLibProcessBackend(
        "princess",
        [*command, "-inputFormat=smtlib", "+stdin", "+incremental", "-logo", "+quiet"],
        version=INSTALLATION.version,
        dialect=DIALECT,
        generic={},  # a question takes it a tenth of a second: procedures that ask a hundred are not worth their time
        theories={Theory.LIA, Theory.BV, Theory.UF, Theory.ARRAYS},
    )
