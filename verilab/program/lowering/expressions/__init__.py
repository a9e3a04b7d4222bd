"""Expressions: values, places, operators, conditions and assignments."""
