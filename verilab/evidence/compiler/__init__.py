"""Evidence by the real compiler: violations confirmed and proofs tried by running the program itself."""
