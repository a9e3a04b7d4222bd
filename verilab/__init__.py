"""verilab: which refinement a CEGAR verifier should learn from an infeasible error path, measured on real C programs."""
