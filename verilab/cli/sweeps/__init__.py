"""The commands that run many tasks: ``verilab sweep`` and ``verilab papers``."""
