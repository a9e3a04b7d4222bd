"""The parser: pycparser's grammar with GNU C's declarations, expressions and statements."""
