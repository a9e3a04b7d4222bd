"""Scores and a backend as a script defines them."""

from verilab import Candidate, Context
from verilab.solving.backend import Backend, Capabilities, Theory
from verilab.solving.registry import load_backend


class FewCounters:
    """How many loop counters a candidate tracks."""

    def __call__(self, candidate: Candidate, context: Context) -> float:
        return sum(
            context.domain_types.is_loop_counter(variable) for variable in context.variables(candidate) if not hasattr(variable, "length")
        )


class ManyCounters(FewCounters):
    """The opposite."""

    prefers_large = True


def own_backend() -> Backend:
    """Another one's, under a name of its own, that has a single procedure: the kit has fewer questions for it."""
    backend = load_backend("z3")
    backend.name = "mine"
    backend.capabilities = Capabilities(frozenset({Theory.LIA}), interpolation={"horn": frozenset({Theory.LIA})})
    return backend
