"""Witnesses of other verifiers as evidence: their invariants as claims about control points."""
