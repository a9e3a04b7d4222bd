"""Random C programs without undefined or unspecified behaviour, as trees that can be shrunk."""
