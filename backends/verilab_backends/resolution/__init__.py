"""Interpolation of resolution proofs with linear theory lemmas, whatever solver they come from."""
