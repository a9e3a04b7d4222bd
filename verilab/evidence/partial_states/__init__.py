"""Partial states: what a claim of the value analysis is checked with, by execution instead of formulas."""
