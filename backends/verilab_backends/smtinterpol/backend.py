"""SMTInterpol (University of Freiburg, LGPL): a Java process that interpolates sequences and trees from its proofs.

Christ, Hoenicke, Nutz, "SMTInterpol: an interpolating SMT solver", SPIN 2012.
"""

from __future__ import annotations

from verilab.solving.backend import Theory
from verilab_backends.java.machine import java_command
from verilab_backends.smtinterpol.installation import INSTALLATION
from verilab_backends.smtlib.backend import SmtLibProcessBackend
from verilab_backends.smtlib.dialect import Dialect, Interpolation

# Its own timer (:timeout) stays off: after a check that ran out of time, version 2.5-1388 answered "sat" to contradictions.
DIALECT = Dialect(
    startup=(
        "(set-option :print-success false)",
        "(set-option :produce-models true)",
        "(set-option :produce-unsat-cores true)",
        "(set-option :produce-interpolants true)",
        "(set-option :random-seed {seed})",
    ),
    interpolation=Interpolation.NESTED,
    allsat=True,
)


def make(megabytes: int = 2048) -> SmtLibProcessBackend:
    """The factory that the registry calls; ``megabytes``: the Java heap's limit.  ImportError where it is not installed."""
    command = java_command(INSTALLATION, "de.uni_freiburg.informatik.ultimate.smtinterpol.Main", megabytes)
    return SmtLibProcessBackend(
        "smtinterpol",
        [*command, "-q"],
        version=INSTALLATION.version,
        dialect=DIALECT,
        theories={Theory.LIA, Theory.LRA, Theory.UF, Theory.ARRAYS},
    )
