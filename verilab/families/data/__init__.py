"""Programs whose proof is about data: sums, positions in an array, values through calls, bits of a word."""
