"""What a call of a function without a body means: gcc's builtins, the C library, formatted output, handlers, the unknown rest."""
