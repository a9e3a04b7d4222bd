"""Princess: ``princess:proofs``, a Java process behind ``verilab_backends.smtlib``."""
