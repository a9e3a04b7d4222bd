"""Backends in processes of their own, behind the same protocols; nothing is imported here, as ``main`` shuts modules out first."""
