"""The storage of C's objects in the automaton, and the places in it that lvalues designate."""
