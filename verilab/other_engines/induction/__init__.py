"""Programs with loops by guessed invariants: executions show the states at loop heads, candidates are what holds of all of them, and the
greatest inductive part of the candidates is the invariant.

Guess and check (Flanagan, Leino, "Houdini, an annotation assistant for ESC/Java", FME 2001; Ernst et al., "Dynamically discovering likely
program invariants", TSE 2001; Sharma et al., "A data driven approach for algebraic loop invariants", ESOP 2013), for loops.
"""
