"""Random programs for the preprocessor, and the comparison of their tokens with those of ``gcc -E``."""
