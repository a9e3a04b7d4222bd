from verilab_backends.smtlib.backend import SmtLibProcessBackend
from verilab_backends.smtlib.dialect import Dialect

from verilab.solving.backend import Theory


def make() -> SmtLibProcessBackend:
    options = ("(set-option :produce-models true)", "(set-option :produce-unsat-cores true)")
    dialect = Dialect(startup=options, timer="(set-option :timeout {milliseconds})", endless=4294967295)
    return SmtLibProcessBackend("z3-process", ["z3", "-in"], dialect=dialect, theories={Theory.LIA, Theory.BV}, megabytes=2000)
