"""The claims of a proof in the compiled program: asserted at the heads of loops, and states that satisfy them to go on from."""
