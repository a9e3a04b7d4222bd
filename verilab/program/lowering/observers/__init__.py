"""Observer automata woven into the program that they watch."""
