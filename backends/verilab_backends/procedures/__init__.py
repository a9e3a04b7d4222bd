"""Interpolation procedures that any solver can have (Newton, backward, Farkas, elimination), and what they are built from."""
