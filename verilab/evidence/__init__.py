"""Evidence: concrete replay of violations and independent checks of proofs; a verdict whose evidence fails is unknown."""
