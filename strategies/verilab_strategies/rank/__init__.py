"""The order in which targets are refined (thesis §4.2.1)."""
