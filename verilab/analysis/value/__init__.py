"""The value analysis: partial variable assignments under a precision (FORTE'15 §2), compiled to Python."""
