"""Recursive programs by contracts: executions show what functions do, contracts are guessed from that, and a program without recursion
(``verilab.program.contracts``) says whether they hold.

Guess and check (Flanagan, Leino, "Houdini", FME 2001; Ernst et al., "Daikon", 2001; Sharma et al., "A data driven approach for algebraic
loop invariants", ESOP 2013), for contracts.
"""
