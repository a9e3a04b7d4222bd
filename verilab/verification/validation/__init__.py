"""Validation of witnesses: is what another verifier says of a program true?"""
