"""SP_op(v), the strongest post-condition of the value domain (FORTE'15 §2): ``post`` computes it, on ``tape``s and ``equalities``."""
