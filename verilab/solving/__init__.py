"""What verilab asks of SMT solvers, and what it does with their answers; it knows no solver (those are ``verilab_backends``).

Formulas come in (pySMT terms of one environment), answers come out: satisfiability, models, cores, and interpolants with a certificate.
Read ``interpolation`` first, the contract, then ``procedure``: all that one question passes through, from its factors to its certificate.

``backend`` (``Backend``, ``SolverSession``, ``Capabilities``) is what a solver has to be, ``registry`` has backends by name and
``procedures`` their procedures; ``factors`` and ``portfolios`` are what names may say besides, ``fallbacks`` asks several procedures.
``certificate``, ``tree_certificate`` and ``horn_certificate`` are Craig's conditions of each shape of question, ``engine`` the heart of a
procedure of ours.  A room each: ``reduction`` (what is around an engine), ``processes`` (a backend in a process of its own),
``conformance`` (the kit for backends), ``simplification``, ``queries`` (recorded, counted, read from files), ``smtlib`` (terms as text).
"""
