"""``cvc5:proofs``: interpolants from cvc5's proofs by labelled interpolation.

A reduced sequence goes in, a proof of its contradiction is walked once for all cuts, interpolants come out; where a proof mixes both sides,
another procedure answers these cuts.  Read ``interpolation`` first, then ``walk``: what each step of a proof means as a resolution of
clauses.  ``literals``, ``comparisons`` and ``sums`` are its arithmetic; the resolution itself is ``verilab_backends.resolution``.
"""
