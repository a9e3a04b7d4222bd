"""What a program's text says without exploring it: loops and their nesting, loop counters, domain types, live variables, the call graph."""
