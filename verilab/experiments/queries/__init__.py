"""Engines compared on identical interpolation queries: replay of recorded ones, benchmark of generated ones."""
