"""Formulas made shorter: linear forms, integer comparisons in normal form, and the rewriting that uses both."""
