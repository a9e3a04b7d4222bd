"""The predicate analysis: boolean and cartesian predicate abstraction of blocks over BDDs (thesis §2.3, SPIN'15 §4, VMCAI'12 §2).

Blocks of path formulas and a precision of predicates come in; regions (``regions``) come out of the exploration, and of an infeasible path
the predicates that exclude it.  Read ``cpa`` and ``abstraction`` first for the exploration, ``interpolation`` for the refinement: from
interpolants to an increment of the precision; ``proposals`` is which path is interpolated, whole or sliced, one or a round of them.
``labelled`` explores without an abstraction.
"""
