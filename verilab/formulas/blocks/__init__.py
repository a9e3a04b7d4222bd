"""Blocks (large-block and adjustable-block encoding): where they end, and their formulas."""
