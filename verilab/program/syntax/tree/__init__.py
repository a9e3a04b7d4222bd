"""Syntax trees: their nodes, the whole of a file, and their text."""
