"""Terms of pySMT: construction, inspection, rewriting, linear normal forms."""
