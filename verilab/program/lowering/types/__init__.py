"""From the syntax of declarations to C types."""
