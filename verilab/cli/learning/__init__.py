"""``verilab learn``: a selector that learns from the rows of an oracle."""
