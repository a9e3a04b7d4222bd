"""Addressable objects: their bytes, what allocates them, and where they lie."""
