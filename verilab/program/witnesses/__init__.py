"""Verification witnesses, format 2.0 (Ayaziová, Beyer, Lingsch-Rosenfeld, Spiessl, Strejček: SPIN 2024).

A witness is woven into the program that it is about, as ordinary C: what it claims becomes assertions, what it describes becomes a ghost
variable that only lets the described executions go on.  So every analysis and every check of evidence sees it without knowing of it.
"""
