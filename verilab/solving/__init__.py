"""What verilab asks of SMT solvers, and what it does with their answers; it knows no solver (those are ``verilab_backends``).

The contract stands here: ``backend`` (``Backend``, ``SolverSession``, ``Capabilities``), ``interpolation`` (``Interpolator`` and its
outcomes), ``engine`` (the heart of a procedure), ``session`` and ``enumeration`` (what sessions share), ``certificate`` and
``tree_certificate`` (Craig's conditions), ``registry`` (backends by name), ``installation``.  Around it, a room each:
``conformance`` (the kit for backends), ``processes`` (a backend in a process of its own), ``portfolios`` (several procedures as one),
``reduction`` (what is around an engine), ``simplification``, ``queries`` (recorded, counted, asked again), ``smtlib`` (terms as text).
"""
