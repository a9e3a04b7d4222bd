"""z3 (Microsoft Research): sessions, ``z3:horn`` (Spacer), and its quantifier elimination."""
