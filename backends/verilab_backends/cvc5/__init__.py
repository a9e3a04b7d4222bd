"""cvc5: sessions, ``cvc5:proofs``, ``cvc5:sygus``, and its quantifier elimination."""
