"""Traces: blocks one after the other in static single assignment form, the path formulas of counterexamples."""
