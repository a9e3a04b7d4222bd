"""The commands of the laboratory: ``verilab experiment``."""
