"""Small units of C, one corner of the language each, run by gcc under its sanitizers and by the interpreter of their lowering."""
