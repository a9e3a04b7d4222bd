"""Which of the proposed refinements is taken (FORTE'15 Alg. 4, SPIN'15, thesis §4.2.2)."""
