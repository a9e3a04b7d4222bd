"""The points-to analysis (Andersen 1994): constraints from the program, and their least solution."""
