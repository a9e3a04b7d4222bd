"""``cvc5:proofs``: interpolants from cvc5's proofs by labelled interpolation; ``interpolation`` is where it begins."""
