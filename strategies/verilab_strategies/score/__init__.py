"""Measures of candidates to select by (SPIN'15 §3 and §6)."""
