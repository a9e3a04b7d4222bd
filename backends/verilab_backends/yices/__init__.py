"""Yices 2: sessions and ``yices:mcsat``, always in a worker process."""
