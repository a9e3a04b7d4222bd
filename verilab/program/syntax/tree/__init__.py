"""Syntax trees: their nodes, where in a source they stand, and their text."""
