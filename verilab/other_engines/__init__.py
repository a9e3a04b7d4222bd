"""Engines beside the loop, which ``auto`` asks before and between analyses: invariants of small programs with loops (``induction``) and
contracts of recursive functions (``recursion``), both guessed from executions and then proved.

A program's automaton goes in, invariants or contracts that a solver has found inductive come out, or nothing.  The executions are those
of ``verilab.evidence.interpretation``: so the interpreter has a part in what is guessed, and none in what is accepted, which the naive
checks of ``verilab.evidence`` decide by formulas of their own.
"""
