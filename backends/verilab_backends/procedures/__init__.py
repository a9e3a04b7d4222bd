"""Interpolation procedures that any solver can have (Newton, UCB, backward, Farkas, elimination), and what they are built from.

A procedure is an ``Engine`` (``verilab.solving.engine``): an unsatisfiable sequence that is already reduced goes in, an interpolant for
each cut comes out; of the solver it uses sessions alone.  Which there are says ``verilab_backends.generic``.  Read ``newton`` first, the
shortest; ``implicants``, ``cases``, ``elimination`` and ``model_based_projection`` are the parts.
"""
