"""Terms as SMT-LIB 2 text, printed and read."""
