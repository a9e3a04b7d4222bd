"""Predicate abstraction of a block from a region (Graf & Saïdi 1997; boolean as in SPIN'15 §4, cartesian as in Ball et al. 2001).

    boolean:    the strongest boolean combination of predicates that holds after the block,
                B(phi) = disjunction of the minterms m over p_1..p_n with  region(x) and block(x, x') and m(x')  satisfiable;
    cartesian:  the strongest conjunction of literals,  C(phi) = and { l in {p_i, not p_i} : phi entails l };
    lazy:       boolean where it has few minterms, else cartesian, until a counterexample comes again: then more minterms are allowed.

What is asked of a solver is what neither the region nor an earlier answer decides: a predicate that the block leaves alone keeps
the value that the region gives it, and literals entailed under a coarser precision or from a larger region stay entailed.
"""

from __future__ import annotations

from contextlib import closing
from functools import reduce
from operator import and_

from pysmt.fnode import FNode

from verilab.analysis.predicate.choices import AbstractionKind
from verilab.analysis.predicate.counters import AbstractionCounters
from verilab.analysis.predicate.frames import Frames, Split
from verilab.analysis.predicate.predicates import Predicates
from verilab.analysis.predicate.regions import Bdd, Regions
from verilab.analysis.predicate.sessions import BlockSessions
from verilab.analysis.predicate.transitions import Transitions
from verilab.formulas.blocks.block import Block
from verilab.solving.backend import SolverGaveUp, SolverSession, Status

LAZY_GROWTH = 8
"""How many times as many minterms a lazy abstraction may have each time that it was too coarse."""


class _Memory:
    """What is known of one block: regions without an execution, with one, pairs of regions with one, the last abstraction from each."""

    __slots__ = ("connections", "feasible", "infeasible", "latest", "results")

    def __init__(self, nothing: Bdd) -> None:
        self.infeasible = nothing
        self.feasible: dict[Bdd, None] = {}
        self.connections: dict[tuple[Bdd, Bdd], bool] = {}
        self.results: dict[tuple[Bdd, tuple[int, ...]], Bdd] = {}
        self.latest: dict[Bdd, tuple[tuple[int, ...], Bdd]] = {}


class Abstraction:
    """Computes and remembers abstractions.

    ``cube_limit`` bounds the minterms of one: an abstraction with more is given up, which leaves the literals that are entailed.  That of
    a lazy one is ``lazy_cubes`` at first.
    """

    def __init__(
        self,
        predicates: Predicates,
        regions: Regions,
        sessions: BlockSessions,
        kind: AbstractionKind = AbstractionKind.BOOLEAN,
        cube_limit: int = 4096,
        lazy_cubes: int = 64,
    ) -> None:
        self.kind = kind
        self.counters = AbstractionCounters()
        self.trouble = ""
        """Why the last abstraction that a solver gave up was, "" where there was none."""
        self._predicates = predicates
        self._regions = regions
        self._sessions = sessions
        self._cube_limit = min(cube_limit, lazy_cubes) if kind is AbstractionKind.LAZY else cube_limit
        self._most_cubes = cube_limit
        self._coarse: set[Block] = set()
        self._frames = Frames(predicates, regions)
        self._transitions = Transitions(predicates, regions, sessions, self._frames, self.counters, self._cube_limit)
        self._consistency: dict[tuple[int, ...], Bdd] = {}
        self._memory: dict[Block, _Memory] = {}
        self._sharpenings = 0

    @property
    def revision(self) -> int:
        """Grows where what was answered may be answered otherwise from now on: relations were given up, or more minterms are allowed."""
        return self._transitions.given_up + self._sharpenings

    def of(self, block: Block, region: Bdd, numbers: tuple[int, ...]) -> Bdd:
        """The region after the block over the predicates ``numbers``; false where the block has no execution from ``region``."""
        if self.kind is not AbstractionKind.CARTESIAN and block.only_edge is not None:
            related = self._related(block, region, numbers)
            if related is not None:
                return related
        memory = self._of_block(block)
        known = memory.results.get((region, numbers))
        if known is not None:
            self.counters.cached += 1
            return known
        split = None if self.kind is AbstractionKind.CARTESIAN else self._frames.split(block, region, numbers)
        result = self._part(block, memory, region, numbers) if split is None else self._joined(block, memory, split, numbers)
        memory.results[(region, numbers)] = result
        return result

    def _related(self, block: Block, region: Bdd, numbers: tuple[int, ...]) -> Bdd | None:
        """The abstraction by the relation of a single edge; None where that is too large (see ``transitions``)."""
        regions, transitions = self._regions, self._transitions
        if region == regions.false:
            return region
        plan = transitions.plan(block, region, numbers)
        if plan is None:
            return None
        self.counters.framed += 1
        product = transitions.product(plan, region)
        if product == regions.false:
            return product
        if plan.open:
            if plan.consistent is None:
                plan.consistent = reduce(and_, (self._consistent(block, component) for component in plan.open))
            product = product & plan.consistent
        return transitions.post(plan, product)

    def _joined(self, block: Block, memory: _Memory, split: Split, numbers: tuple[int, ...]) -> Bdd:
        """The abstraction from the parts of a region (see ``frames``)."""
        regions = self._regions
        self.counters.framed += 1
        result = regions.false
        for touched, kept in split.parts:
            result = result | (self._part(block, memory, touched, split.touched) & kept)
        if result != regions.false:
            for component in split.open:
                result = result & self._consistent(block, component)
        return regions.forget(result, regions.support(result).difference(numbers))

    def _part(self, block: Block, memory: _Memory, region: Bdd, numbers: tuple[int, ...]) -> Bdd:
        """The abstraction from a region that is not split."""
        result = memory.results.get((region, numbers))
        if result is None:
            result = memory.results[(region, numbers)] = self._compute(block, memory, region, numbers)
            memory.latest[region] = (numbers, result)
        return result

    def _consistent(self, block: Block, component: tuple[int, ...]) -> Bdd:
        """The satisfiable minterms of some predicates; a block that can be passed and touches none of them says nothing about them."""
        consistent = self._consistency.get(component)
        if consistent is None:
            consistent = self._transitions.consistency.without_solver(component, block.vocabulary)
        if consistent is None:
            self.counters.computed += 1
            with self._sessions.of(block) as session:
                literals = session.define_exit(self._predicates[number] for number in component)
                try:
                    consistent = self._strongest(block, list(component), literals, session.solver)
                except SolverGaveUp as error:
                    self.trouble = str(error)
                    self.counters.given_up += 1
                    consistent = self._regions.true
        self._consistency[component] = consistent
        return consistent

    def feasible(self, block: Block, region: Bdd) -> bool:
        """Whether the block has an execution from the region, as far as the solver can tell (True where it gives up)."""
        memory = self._of_block(block)
        regions = self._regions
        region = self._frames.project(block, region)
        if region in memory.feasible:
            return True
        if region == regions.false or regions.implies(region, memory.infeasible):
            return False
        if block.is_total:
            return True
        self.counters.checks += 1
        with self._sessions.of(block) as session:
            session.define_entry(self._predicates[number] for number in sorted(regions.support(region)))
            session.solver.push()
            session.solver.add(regions.formula(region))
            status = session.solver.check()
            session.solver.pop()
            if status is Status.UNKNOWN:
                self.trouble = session.solver.reason_unknown
        self._note(memory, region, status)
        return status is not Status.UNSAT

    def connects(self, block: Block, region: Bdd, after: Bdd) -> bool:
        """Whether the block has an execution from the one region to the other, as far as the solver can tell (True where it gives up)."""
        regions = self._regions
        if after == regions.false or not self.feasible(block, region):
            return False
        if after == regions.true:
            return True
        connections = self._of_block(block).connections
        passes = connections.get((region, after))
        if passes is None:
            self.counters.checks += 1
            numbers = sorted(regions.support(after))
            with self._sessions.of(block) as session:
                session.define_entry(self._predicates[number] for number in sorted(regions.support(region)))
                literals = dict(zip(numbers, session.define_exit(self._predicates[number] for number in numbers), strict=True))
                session.solver.push()
                session.solver.add(regions.formula(region), regions.translate(after, literals.__getitem__))
                passes = connections[region, after] = session.solver.check() is not Status.UNSAT
                session.solver.pop()
        return passes

    def _of_block(self, block: Block) -> _Memory:
        memory = self._memory.get(block)
        if memory is None:
            memory = self._memory[block] = _Memory(self._regions.false)
        return memory

    def _note(self, memory: _Memory, region: Bdd, status: Status) -> None:
        if status is Status.UNSAT:
            memory.infeasible = memory.infeasible | region
        elif status is Status.SAT:
            memory.feasible[region] = None
        else:
            self.counters.given_up += 1

    def _compute(self, block: Block, memory: _Memory, region: Bdd, numbers: tuple[int, ...]) -> Bdd:
        regions = self._regions
        known, open_numbers = self._transfer(block, memory, region, numbers)
        if not open_numbers:
            self.counters.trivial += 1
            return known if self.feasible(block, region) else regions.false
        if region == regions.false or regions.implies(region, memory.infeasible):
            return regions.false
        self.counters.computed += 1
        with self._sessions.of(block) as session:
            session.define_entry(self._predicates[number] for number in sorted(regions.support(region)))
            literals = session.define_exit(self._predicates[number] for number in open_numbers)
            solver = session.solver
            solver.push()
            try:
                solver.add(regions.formula(region))
                status = solver.check()
                self._note(memory, region, status)
                if status is Status.UNSAT:
                    return regions.false
                if self.kind is AbstractionKind.CARTESIAN:
                    return known & self._cube(open_numbers, solver.implied(literals))
                strongest = self._strongest(block, open_numbers, literals, solver)
                coarser = memory.latest.get(region)
                if coarser is not None and set(coarser[0]).issubset(numbers):
                    strongest = strongest & coarser[1]  # what held under a coarser precision, where minterms were few enough to say it
                return known & strongest
            except SolverGaveUp as error:
                self.counters.given_up += 1
                self.trouble = str(error)
                return known
            finally:
                solver.pop()

    def _strongest(self, block: Block, numbers: list[int], literals: list[FNode], solver: SolverSession) -> Bdd:
        """The union of the minterms; where there are more than the limit, the cube of the literals that are entailed."""
        result = self._regions.false
        constant: list[bool | None] = []
        with closing(solver.all_sat(literals)) as cubes:
            for count, cube in enumerate(cubes, start=1):
                constant = [old if old is new else None for old, new in zip(constant, cube, strict=True)] if constant else list(cube)
                if count > self._cube_limit:
                    break
                self.counters.cubes += 1
                result = result | self._cube(numbers, cube)
            else:
                return result
        self.counters.given_up += 1
        self._coarse.add(block)
        candidates = [place for place, value in enumerate(constant) if value is not None]
        entailed = solver.implied([literals[place] for place in candidates])
        return self._cube([numbers[place] for place in candidates], entailed)

    def sharpen(self) -> bool:
        """Where lazy abstractions were given up: allow more minterms and forget these; False where there is nothing to gain."""
        if self.kind is not AbstractionKind.LAZY or not self._coarse or self._cube_limit >= self._most_cubes:
            return False
        self._cube_limit = min(self._most_cubes, LAZY_GROWTH * self._cube_limit)
        self._sharpenings += 1
        self._consistency.clear()
        for block in self._coarse:
            memory = self._memory.get(block)
            if memory is not None:
                memory.results.clear()
        self._coarse.clear()
        return True

    # l(x') <=> l(x) where the block changes no symbol of l: then region => l decides it.  And with precision P ⊂ P' the abstraction
    # over P from the same region entails what the one over P' entails of P.
    def _transfer(self, block: Block, memory: _Memory, region: Bdd, numbers: tuple[int, ...]) -> tuple[Bdd, list[int]]:
        """The literals that need no solver, as a cube, and the numbers of the other predicates."""
        regions, predicates = self._regions, self._predicates
        literals: list[tuple[int, bool]] = []
        rest: list[int] = []
        before = memory.latest.get(region)
        determined = set(before[0]) if before is not None else set()
        support = regions.support(region)
        for number in numbers:
            value: bool | None = None
            if number in determined:
                assert before is not None
                value = regions.value(before[1], number)
            if value is None and number in support and block.at_exit(predicates[number].formula) is predicates[number].formula:
                value = regions.value(region, number)
            if value is None:
                rest.append(number)
            else:
                literals.append((number, value))
        return regions.cube(literals), rest

    def _cube(self, numbers: list[int], values: tuple[bool | None, ...] | list[bool | None]) -> Bdd:
        return self._regions.cube((number, value) for number, value in zip(numbers, values, strict=True) if value is not None)
