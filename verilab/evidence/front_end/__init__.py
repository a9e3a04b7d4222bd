"""What analysis, evidence and compiled program share, checked against the compiler: the tokens of a program, its types and its objects.

A program and what verilab read of it go in, a ``CheckResult`` comes out.  Each file checks one layer by itself: read ``tokens.py`` first.
"""
