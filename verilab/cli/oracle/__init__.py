"""``verilab oracle`` and ``verilab oracle-table``."""
