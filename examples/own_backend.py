"""A solver behind a pipe as a backend of one's own: through the conformance kit, and then as the engine of a verification.

python examples/own_backend.py [COMMAND OF A SOLVER THAT SPEAKS SMT-LIB 2]
"""

import sys
import tempfile
from pathlib import Path

from verilab_backends.smtlib.backend import SmtLibProcessBackend
from verilab_backends.smtlib.dialect import Dialect

import verilab as vl
from verilab.solving.backend import Theory

PROGRAM = """
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = x;
  if (x > 10 && y < 5) reach_error();
  return 0;
}
"""


class Piped(SmtLibProcessBackend):
    """What differs between solvers is said here; sessions, limits, restarts and the generic procedures are the base class'."""

    def __init__(self, command: tuple[str, ...] = ("z3", "-in")) -> None:
        options = ("(set-option :produce-models true)", "(set-option :produce-unsat-cores true)")
        dialect = Dialect(startup=options, timer="(set-option :timeout {milliseconds})", endless=4294967295)
        linear = frozenset({Theory.LIA})
        super().__init__("piped", command, dialect=dialect, theories=linear, generic={"newton-wp": linear})


def main(*command: str) -> None:
    backend = Piped(command or ("z3", "-in"))
    report = vl.check(backend, size="tiny")
    print(report.text(slowest=3))
    assert report.failures == ()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "program.c"
        file.write_text(PROGRAM)
        result = vl.verify(file, analysis="predicate", engine=backend, time_limit=20)
    print(result.configuration.interpolation, result.result_line, result.evidence)
    backend.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
