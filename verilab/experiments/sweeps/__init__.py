"""Sweeps: the product of tasks and configurations, its rows, their table, and continuing where one was interrupted."""
