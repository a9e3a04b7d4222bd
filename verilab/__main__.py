"""``python -m verilab``."""

from verilab.cli import main

main()
