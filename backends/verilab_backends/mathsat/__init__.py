"""MathSAT 5: sessions and ``mathsat:proofs``, always in a worker process."""
