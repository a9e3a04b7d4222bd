"""The C preprocessor."""
