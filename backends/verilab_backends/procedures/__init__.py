"""Interpolation procedures that any solver can have (Newton, UCB, backward, Farkas, elimination), and what they are built from."""
