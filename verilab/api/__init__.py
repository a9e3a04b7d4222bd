"""What ``import verilab`` offers, each a function that one can call from a script: this is what a paper's experiment is written with.

Tasks, programs, formulas, operators and backends come in, as objects or by their names; verdicts, interpolants, steps and frames go out.
Begin with ``runs`` (verify, sweep, oracle); ``settings`` says how keywords become a configuration; ``interpolation``, ``stepping``
(refine), ``programs`` (load), ``tasks``, ``listing`` (engines), ``comparing`` (compare, figure) and ``conformance`` (check) stand
alone.  Nothing of verilab but the
command line imports from here.
"""
