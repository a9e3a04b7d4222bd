"""OpenSMT 2: sessions and ``opensmt:proofs`` through JavaSMT, always in a worker process."""
