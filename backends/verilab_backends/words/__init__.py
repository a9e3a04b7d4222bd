"""From formulas over bits back to formulas over words, by decision diagrams."""
