"""verilab: which refinement a CEGAR verifier should learn from an infeasible error path, measured on real C programs."""

__version__ = "0.1.0"
