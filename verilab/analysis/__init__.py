"""The abstract models of a program: how one is explored, what excludes an infeasible path, and what a refinement may do with either.

A control graph and a precision come in; a reachability graph with its targets comes out, and for a path to a target an execution or what
could be learned from it.  Read ``cpa`` and ``exploration`` first (the CPA algorithm over ``arg``, the graph), then ``refinable``: what the
refinement loop asks of a domain, and what only some can (``capabilities``).  ``candidates``, ``proposals`` and ``prefixes`` are what it is
answered with, ``labels`` and ``invariants`` what a finished graph claims.  The domains are rooms: ``value``, ``predicate``, and both at
once in ``composite``; ``precisions`` are files of precisions.
"""
