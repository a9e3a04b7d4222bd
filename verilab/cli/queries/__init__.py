"""``verilab queries``."""
