"""The queries of a run: watched, counted, and recorded as SMT-LIB files that can be asked again."""
