"""Whole programs by csmith (Yang, Chen, Eide, Regehr: PLDI'11), their values at the end by gcc, asserted, against the verifier."""
