"""Statistics of runs, for whatever compares them."""
