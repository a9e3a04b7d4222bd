"""Property-directed reachability: inductive invariants from what leads to an error, clause by clause over the bits of states.

Enters: a program's large blocks.  Leaves: invariants at its cut points, or the blocks of an execution that reaches an error.  Read
``reachability.py`` first.
"""
