"""Mutants that compute the same for whoever may ask, by the reason; found by reading the survivors of samples."""

from __future__ import annotations

from collections.abc import Mapping

EQUIVALENT: Mapping[str, tuple[str, ...]] = {
    "members of an enumeration are equal only where they are the same": (
        "verilab.solving.certificate: if status is Status.SAT: -> if status == Status.SAT:",
        "verilab.solving.tree_certificate: if status is Status.UNKNOWN: -> if status == Status.UNKNOWN:",
    ),
    "a count that only grows up to a bound": (
        "verilab.solving.certificate: if index < cuts: -> if index != cuts:",
        "verilab.solving.tree_certificate: if node < len(parents): -> if node is not len(parents):",
        "verilab.refinement.joining: if len(candidates) == 1: -> if len(candidates) <= 1:",
    ),
    "the lengths have been compared before": (
        "verilab.solving.certificate: for index, (formula, shared) in enumerate(zip(interpolants, shared_variables(partitions), "
        "strict=True)): -> for index, (formula, shared) in enumerate(zip(interpolants, shared_variables(partitions), strict=False)):",
        "verilab.solving.tree_certificate: for node, (partition, children) in enumerate(zip(partitions, children_of(parents), "
        "strict=True)): -> for node, (partition, children) in enumerate(zip(partitions, children_of(parents), strict=False)):",
        "verilab.solving.tree_certificate: for node, (formula, shared) in enumerate(zip(interpolants, shared_in_tree(partitions, "
        "parents), strict=True)): -> for node, (formula, shared) in enumerate(zip(interpolants, shared_in_tree(partitions, parents), "
        "strict=False)):",
        "verilab.refinement.conformance.contracts: if len(given) != len(candidates) or any(now is not before for now, before in "
        "zip(given, candidates, strict=True)): -> if len(given) != len(candidates) or any(now is not before for now, before in "
        "zip(given, candidates, strict=False)):",
    ),
    "who may name an argument, and what may be instantiated or called on an instance, is the type checker's": (
        "verilab.solving.tree_certificate: *, -> /,",
        "verilab.evidence.naive.operators:  @abstractmethod -> ",
        "verilab.evidence.compiler.building:  @staticmethod -> ",
    ),
    "the value is replaced before it is read": (
        "verilab.refinement.steering: self._calls = 0 -> self._calls = -1",
        "verilab.refinement.steering: self._number = 0 -> self._number = -1",
        'verilab.evidence.invariants: self.sample = Sample("", (), 0) -> self.sample = Sample("", (), -1)',
    ),
    "there is one at most, or only the first is taken": (
        'verilab.evidence.invariants: encoding = self._of_regions[0] if self._of_regions else "bv" -> '
        'encoding = self._of_regions[ -1] if self._of_regions else "bv"',
        "verilab.evidence.invariants: self.points.claims, self._solver(self._of_regions[0]).vocabulary if self._of_regions else None, "
        "self.points.graph -> self.points.claims, self._solver(self._of_regions[ -1]).vocabulary if self._of_regions else None, "
        "self.points.graph",
        "verilab.refinement.scores: close = difflib.get_close_matches(parameter, self.sides, n=1) -> "
        "close = difflib.get_close_matches(parameter, self.sides, n= 2)",
    ),
    "a choice for a variable is one value": (
        "verilab.evidence.executions.model_run: state[target.slot] = value.type.wrap(chosen[0]) if isinstance(value, Nondet) else "
        "_value(value, state) -> state[target.slot] = value.type.wrap(chosen[ -1]) if isinstance(value, Nondet) else _value(value, state)",
    ),
    "a parameter that this implementation of a protocol does not read": (
        "verilab.evidence.naive.check: return self._points.cuts(point, 0, False) -> return self._points.cuts(point, 0, True)",
    ),
    "the same result, later": (
        "verilab.evidence.partial_states.posts: if uses == COMPILE_AT_USE: -> if not uses == COMPILE_AT_USE:",
        "verilab.evidence.compiler.confirmation: break -> continue",
        "verilab.refinement.log: if runs and interpolant is before: -> if not runs and interpolant is before:",
        "verilab.refinement.registry:   @cache -> ",
        "verilab.evidence.executions.runner: if not number % 256 and time.over: -> if  number % 256 and time.over:",
        "verilab.evidence.naive.bit_vectors: wide = IntType(max(type.width, distance_type.width) + type.width.bit_length() + 2, True) "
        "-> wide = IntType(max(type.width, distance_type.width) << type.width.bit_length() + 2, True)",
    ),
    "a path that its middle makes impossible is impossible at its end": (
        "verilab.evidence.products: elif region.is_true() and trail is not None and trail[0] is not None and not always_cut(target): -> "
        "elif region.is_true() and trail is not None and trail[0] is not None or not always_cut(target):",
    ),
    "two edges that leave a point are the sides of a condition, which assign nothing": (
        "verilab.evidence.naive.relation: arriving.setdefault(target, []).append(self._follow(point, edge, arrival, "
        "alone=len(point.successors) == 1)) -> arriving.setdefault(target, []).append(self._follow(point, edge, arrival, "
        "alone=len(point.successors) == 2))",
    ),
    "of the words that the driver writes none comes behind this one": (
        'verilab.evidence.compiler.executions: if word == "runs": -> if word >= "runs":',
    ),
}


def equivalent() -> frozenset[str]:
    """The identities of all of them (``tests.mutation.table.identity``)."""
    return frozenset(mutant for mutants in EQUIVALENT.values() for mutant in mutants)
