"""Bounded model checking: all executions of up to so many blocks, in one formula that grows step by step.

Enters: a program's large blocks.  Leaves: the blocks of an execution that reaches an error, the bound that no execution passes, or rounds
of the one loop behind which no error is (k-induction, ``k_induction.py``).  Read ``unrolling.py`` first.
"""
