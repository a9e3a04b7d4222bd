"""What each target offers to refine: its whole path, its sliced prefixes (FORTE'15 Alg. 2 and 3), or its path invariants."""
