"""Bitwuzla: sessions and ``bitwuzla:proofs``, whose bit-level proofs ``verilab_backends.words`` lifts."""
