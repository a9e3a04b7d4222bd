"""The solvers: a folder each, whose ``backend`` makes sessions and interpolators.

What they share: ``generic`` (the base class, and which procedures any solver has), ``procedures`` (Newton, backward, Farkas,
elimination), ``resolution`` (interpolants from resolution proofs), ``arithmetic``, ``words`` (bits back to words), ``smtlib`` (a solver
behind a pipe), ``java``, ``term_conversion``.
"""
