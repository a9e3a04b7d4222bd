"""SMTInterpol: ``smtinterpol:proofs``, sequences and trees, a Java process behind ``verilab_backends.smtlib``."""
