"""The phases of a run: which analyses it has, whose turn it is, and each in a process of its own."""
