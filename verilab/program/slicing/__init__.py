"""Slices: programs with no more than what may decide whether an error is reached (Weiser, Program Slicing, 1984).

``dependence`` says what decides what, ``cones`` which storages are near the errors by it, ``slices`` makes the program that has these only.
"""
