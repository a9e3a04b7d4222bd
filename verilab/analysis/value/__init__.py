"""The value analysis: partial variable assignments under a precision (FORTE'15 §2), compiled to Python.

A control graph and a precision of variables come in; assignments come out of the exploration, and of an infeasible path the variables that
are to be tracked.  Read ``cpa`` first, then ``analysis``: what the refinement loop asks.  ``strongest_post`` is SP by the letter,
``compiled`` the same as generated Python (``scheme`` is the layout of a state); ``suffix_interpolation`` is FORTE'15 Alg. 2,
``sliced_prefixes`` Alg. 3.
"""
