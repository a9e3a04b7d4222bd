"""A second translation of the automaton to formulas, for checking proofs only.

It shares with ``verilab.formulas`` the terms and the vocabulary's symbols, in which a claim is stated, and nothing that can be wrong about
a program: no intervals, no sharing of definitions, no merging of guards, no simplification by what is known.  Edge by edge, one fresh
symbol per assignment and per variable that paths bring different values of.
"""
