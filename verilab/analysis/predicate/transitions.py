"""What single edges do to predicates, as relations: the post of a region is then an operation on diagrams (relational product).

Let V be the predicates that a region speaks of, W those that are wanted after the edge.  Of V only those matter that share a symbol with
what the edge reads or with a wanted predicate at its exit, directly or through other predicates of V: the entry E.  A predicate that
the edge changes has a primed variable.  The relation R over E and the wanted predicates that the edge touches is known whole, without a
solver, where all of them only compare variables (see ``compared_variables``); else it is enumerated by a solver, for the minterms of E
that regions have brought so far (the domain), and

    post(r)  =  (exists V \\ W and the changed predicates:  r and R) [primed := plain]

is exact: what shares no symbol with the question is satisfiable together with it (the frame rule, see ``frames``).  A relation depends
on no region and on none of the predicates that the edge does not touch, so that it lasts from one restart to the next.

Where a refinement adds predicates, the relation over more of them is lifted from that over fewer.  Let C be the consistent minterms of E
and of W (see ``consistency``).  A pair of the old relation that only one pair of C extends is extended by that one, without a
question; a solver is asked for the others.
"""

from __future__ import annotations

from contextlib import closing

from pysmt.fnode import FNode

from verilab.analysis.predicate.compared_variables import ComparedVariables
from verilab.analysis.predicate.components import Components, mask, members
from verilab.analysis.predicate.consistency import Consistency
from verilab.analysis.predicate.counters import AbstractionCounters
from verilab.analysis.predicate.frames import Frames
from verilab.analysis.predicate.predicates import Predicates
from verilab.analysis.predicate.regions import Bdd, Regions
from verilab.analysis.predicate.sessions import BlockSessions, ranges
from verilab.data_classes import dataclass
from verilab.formulas.blocks.block import Block
from verilab.program.cfa import Edge
from verilab.solving.backend import SolverGaveUp

MOST_PAIRS = 256
"""Minterms that a solver enumerates of a relation until it is given up: then each region is abstracted by itself."""


@dataclass(slots=True)
class Transition:
    """The relation between the predicates ``entry`` before a block and ``wanted`` behind it, as far as it is known.

    ``primed`` are those of ``wanted`` whose old value ``entry`` speaks of too.  ``outside``: the minterms of ``entry`` that were not asked
    for.  ``pairs`` are the minterms that a solver enumerated; a relation with too many, or that no solver could enumerate, is ``given_up``.
    """

    entry: tuple[int, ...]
    wanted: tuple[int, ...]
    primed: frozenset[int]
    outside: Bdd
    relation: Bdd
    pairs: int = 0
    given_up: bool = False


@dataclass(slots=True)
class Plan:
    """What becomes of the regions over one set of predicates: forget ``early``, multiply by the relation, forget ``late``, unprime.

    ``open``: wanted predicates that are new to the region and untouched, with their components (see ``frames``); ``consistent`` are
    their satisfiable minterms, None until somebody has asked for them.
    """

    transition: Transition
    early: tuple[str, ...]
    late: tuple[str, ...]
    renaming: dict[str, str]
    open: tuple[tuple[int, ...], ...]
    consistent: Bdd | None = None


class _OfBlock:
    """What is known of a block, or of all blocks of one edge: plans by wanted predicates and a region's support, relations by E and W."""

    def __init__(self, block: Block) -> None:
        self.transitions: dict[tuple[int, int], Transition] = {}
        self.latest: Transition | None = None
        self._block = block
        self._plans: dict[tuple[int, ...], dict[frozenset[int], Plan]] = {}
        self._numbers: tuple[int, ...] = ()
        self._with_numbers: dict[frozenset[int], Plan] = {}
        self._reads = [block.entry_symbol(element) for element in block.reads]
        self._size = 0
        self._seeds = 0
        self._exits: dict[int, int] = {}
        self._changed: dict[int, bool] = {}

    def plans(self, numbers: tuple[int, ...]) -> dict[frozenset[int], Plan]:
        """Those over these predicates, by support.  A precision hands out the same tuple again, which is long to hash."""
        if numbers is not self._numbers:
            self._numbers, self._with_numbers = numbers, self._plans.setdefault(numbers, {})
        return self._with_numbers

    def sharing(self, wanted: int, predicates: Predicates, components: Components) -> int:
        """The predicates that share a symbol with what the block reads, or with a wanted one at its exit."""
        if self._size != len(predicates):
            self._size = len(predicates)
            self._seeds = components.sharing(self._reads)
            self._exits.clear()
        seeds = self._seeds
        for number in members(wanted):
            bits = self._exits.get(number)
            if bits is None:
                at_exit = self._block.at_exit(predicates[number].formula)
                bits = self._exits[number] = components.sharing(predicates.environment.fvo.get_free_variables(at_exit))
            seeds |= bits
        return seeds

    def changes(self, number: int, predicates: Predicates) -> bool:
        """Whether the predicate means something else behind the block."""
        changed = self._changed.get(number)
        if changed is None:
            formula = predicates[number].formula
            changed = self._changed[number] = self._block.at_exit(formula) is not formula
        return changed


_Question = tuple[FNode, frozenset[FNode], tuple[FNode, ...], tuple[int, ...], tuple[int, ...]]
"""All that a relation depends on: formula and symbols read of the block, the wanted predicates at its exit, ``entry``, ``wanted``."""


class Transitions:
    """The relations of the blocks of a run, each enumerated once; blocks that do the same share theirs (one edge, several call stacks)."""

    def __init__(
        self,
        predicates: Predicates,
        regions: Regions,
        sessions: BlockSessions,
        frames: Frames,
        counters: AbstractionCounters,
        most_pairs: int,
    ) -> None:
        self._compared = ComparedVariables(regions)
        self.consistency = Consistency(predicates, regions, sessions, frames.components, self._compared)
        self._predicates = predicates
        self._regions = regions
        self._sessions = sessions
        self._frames = frames
        self._most_pairs = min(most_pairs, MOST_PAIRS)
        self._blocks: dict[Block, _OfBlock] = {}
        self._edges: dict[Edge, _OfBlock] = {}
        self._shared: dict[_Question, Transition] = {}
        self._counters = counters
        self.given_up = 0
        """How many relations were given up that had posts before."""

    def plan(self, block: Block, region: Bdd, numbers: tuple[int, ...]) -> Plan | None:
        """How to come from the region to its post over ``numbers``, with a relation that knows the region; None where there is none."""
        known = self._blocks.get(block)
        if known is None:
            known = self._blocks[block] = self._of_block(block)
        support = self._regions.support(region)
        plans = known.plans(numbers)
        plan = plans.get(support)
        if plan is None:
            plan = plans[support] = self._make(block, known, support, numbers)
        transition = plan.transition
        nothing = self._regions.false
        if not transition.given_up and transition.outside is not nothing and (region & transition.outside) != nothing:
            self._extend(block, transition, region)
        return None if transition.given_up else plan

    def _of_block(self, block: Block) -> _OfBlock:
        """What an edge does, it does under every call stack: its blocks share one."""
        edge = block.only_edge
        if edge is None:
            return _OfBlock(block)
        known = self._edges.get(edge)
        if known is None:
            known = self._edges[edge] = _OfBlock(block)
        return known

    # E: the least set with  every predicate of V in E that shares a symbol with the edge's reads, with p at the exit (p in W), or with E
    def _make(self, block: Block, known: _OfBlock, support: frozenset[int], numbers: tuple[int, ...]) -> Plan:
        predicates, components = self._predicates, self._frames.components
        spoken, tracked = mask(support), mask(numbers)
        touched, new = self._frames.of(block, spoken, tracked)
        wanted = touched & tracked
        entry = components.reached(touched & spoken, known.sharing(wanted, predicates, components))
        changed = mask(number for number in members(touched) if known.changes(number, predicates))
        primed = changed & wanted & entry
        transition = known.transitions.get((entry, wanted))
        if transition is None:
            transition = self._transition(block, known, tuple(members(entry)), tuple(members(wanted)), frozenset(members(primed)))
            known.transitions[entry, wanted] = known.latest = transition
        forgotten = (spoken & ~tracked) | (changed & spoken)
        early = forgotten & wanted & ~entry
        name, primed_name = self._regions.name, self._regions.primed_name
        return Plan(
            transition,
            tuple(map(name, members(early))),
            tuple(map(name, members(forgotten & ~early))),
            {primed_name(number): name(number) for number in members(primed)},
            new,
        )

    def _transition(
        self, block: Block, known: _OfBlock, entry: tuple[int, ...], wanted: tuple[int, ...], primed: frozenset[int]
    ) -> Transition:
        """The relation over these predicates, that of another block where this one does the same."""
        after = tuple(block.at_exit(self._predicates[number].formula) for number in wanted)
        question = (block.formula, frozenset(block.entry_symbol(element) for element in block.reads), after, entry, wanted)
        transition = self._shared.get(question)
        if transition is None:
            transition = Transition(entry, wanted, primed, self._regions.true, self._regions.false)
            if not self._without_solver(block, transition):
                self._lift(block, known.latest, transition)
            self._shared[question] = transition
        return transition

    def _extend(self, block: Block, transition: Transition, region: Bdd) -> None:
        """Ask the solver for what the minterms of a region lead to, those that are new."""
        regions = self._regions
        new = regions.forget(region, regions.support(region).difference(transition.entry)) & transition.outside
        self._enumerate(block, transition, new)
        transition.outside = transition.outside & ~new
        if transition.given_up:
            self.given_up += 1

    def _enumerate(self, block: Block, transition: Transition, where: Bdd) -> None:
        """Add the minterms of a set of pairs (a diagram over plain and primed variables) that the block has."""
        regions, predicates = self._regions, self._predicates
        self._counters.computed += 1
        with self._sessions.of(block) as session:
            session.define_entry(predicates[number] for number in transition.entry)
            after = session.define_exit(predicates[number] for number in transition.wanted)
            literals = {regions.name(number): predicates[number].entry for number in transition.entry}
            for number, literal in zip(transition.wanted, after, strict=True):
                literals.setdefault(regions.primed_name(number) if number in transition.primed else regions.name(number), literal)
            solver = session.solver
            solver.push()
            try:
                solver.add(regions.translate_named(where, literals))
                names = list(literals)
                with closing(solver.all_sat(list(literals.values()))) as cubes:
                    for cube in cubes:
                        transition.pairs += 1
                        if transition.pairs > self._most_pairs:
                            transition.given_up = True
                            break
                        self._counters.cubes += 1
                        transition.relation = transition.relation | regions.named_cube(names, cube)
            except SolverGaveUp:
                transition.given_up = True
            finally:
                solver.pop()

    def _without_solver(self, block: Block, transition: Transition) -> bool:
        """Whether the whole relation of a single edge is known without a solver: then it may be as large as it is."""
        if block.only_edge is None:
            return False
        regions, predicates = self._regions, self._predicates
        formulas = {regions.name(number): predicates[number].formula for number in transition.entry}
        for number in transition.wanted:
            name = regions.primed_name(number) if number in transition.primed else regions.name(number)
            formulas.setdefault(name, block.at_exit(predicates[number].formula))
        read = {block.entry_symbol(element) for element in block.reads}
        within = (
            constraint for formula in formulas.values() for symbol, constraint in ranges(block.vocabulary, formula) if symbol not in read
        )
        relation = self._compared.relation((block.formula, *within), formulas)
        if relation is None:
            return False
        self._counters.computed += 1
        transition.relation, transition.outside = relation, regions.false
        return True

    # old & C, where for each pair of old and each new variable v only one value of v is in old & C;  the other pairs of old are asked for
    def _lift(self, block: Block, old: Transition | None, transition: Transition) -> None:
        """Begin a relation by what one over fewer predicates of the same block says."""
        if old is None or not (set(old.entry) <= set(transition.entry) and set(old.wanted) <= set(transition.wanted)):
            return
        if old.given_up:  # one over more predicates has at least as many minterms
            transition.given_up = True
            return
        if old.primed != transition.primed.intersection(old.wanted):  # a variable of the old relation means another value now
            return
        regions = self._regions
        before = self.consistency.of(transition.entry, block.vocabulary)
        behind = self.consistency.of(transition.wanted, block.vocabulary)
        if before is None or behind is None:
            return
        primes = {regions.name(number): regions.primed_name(number) for number in transition.primed}
        candidates = old.relation & before & regions.renamed(behind, primes)
        new = self._variables(transition) - self._variables(old)
        open_pairs = regions.false
        for name in sorted(new):
            others = sorted(new - {name})
            either = regions.forget_named(candidates, others)
            open_pairs = open_pairs | (regions.cofactor_named(either, name, True) & regions.cofactor_named(either, name, False))
        transition.relation = candidates & ~open_pairs
        transition.pairs = regions.count(transition.relation, len(self._variables(transition)))
        transition.given_up = transition.pairs > self._most_pairs
        transition.outside = old.outside
        if open_pairs != regions.false and not transition.given_up:
            self._enumerate(block, transition, open_pairs & old.relation)

    def _variables(self, transition: Transition) -> set[str]:
        """The names of the variables of a relation."""
        regions = self._regions
        behind = (regions.primed_name(number) if number in transition.primed else regions.name(number) for number in transition.wanted)
        return {*map(regions.name, transition.entry), *behind}

    def product(self, plan: Plan, region: Bdd) -> Bdd:
        """r and R, where what the block sets anew is forgotten in r; false where the block has no execution from the region."""
        return self._regions.forget_named(region, plan.early) & plan.transition.relation

    def post(self, plan: Plan, product: Bdd) -> Bdd:
        """The region behind the block, of a product."""
        return self._regions.renamed(self._regions.forget_named(product, plan.late), plan.renaming)
