"""The commands of the laboratory: ``verilab experiment`` and ``verilab reproduce``."""
