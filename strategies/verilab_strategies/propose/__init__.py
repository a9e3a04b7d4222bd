"""What each target offers to refine: its whole path, or its sliced prefixes (FORTE'15 Alg. 2 and 3)."""
