"""Declarations and initialisers."""
