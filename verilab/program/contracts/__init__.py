"""Contracts of recursive functions, and the program without recursion that says that they hold."""
