"""Correctness witnesses: each claimed invariant becomes an assertion of its own where it is claimed.

    holds_k = (invariant != 0);  if (!holds_k) violated_k();

The assignment keeps the invariant as one expression, which the inductive check takes as the claim there.  The property of the woven
program is that neither a violation function nor an error function of the task is called; an observer automaton says so.
"""

from __future__ import annotations

from collections.abc import Iterable

from pycparser import c_ast

from verilab.program.automata.model import Automaton
from verilab.program.automata.parser import parse_automaton
from verilab.program.syntax.tree.nodes import LOCAL
from verilab.program.syntax.tree.translation_unit import TranslationUnit
from verilab.program.tasks.properties import ErrorConvention
from verilab.program.witnesses.model import ClaimedInvariant, CorrectnessWitness, InvariantKind
from verilab.program.witnesses.sites import Site, SiteKind
from verilab.program.witnesses.slots import below
from verilab.program.witnesses.snippets import PREFIX, Snippets
from verilab.program.witnesses.weaver import Weaver

PROPERTY = "witness"
"""The property that a woven program is verified for: the claimed invariants hold, and no error is reached."""
HOLDS, VIOLATED, REACHED = f"{PREFIX}holds_", f"{PREFIX}violated_", f"{PREFIX}reached"
_KINDS = {InvariantKind.LOOP: SiteKind.LOOP, InvariantKind.LOCATION: SiteKind.STATEMENT}


def weave_assertions(unit: TranslationUnit, witness: CorrectnessWitness, labels: frozenset[str]) -> Snippets:
    """Weave the invariants into the unit; what it returns tells errors of lowering at their places in the witness.  ``labels`` are errors.

    Raises InputError for an invariant that stands nowhere or is no expression.
    """
    weaver = Weaver(unit, witness.source)
    sites = [weaver.find(_KINDS[invariant.kind], invariant.location) for invariant in witness.invariants]
    for number, (invariant, site) in enumerate(zip(witness.invariants, sites, strict=True)):
        _assert(weaver, number, invariant, site)
    if labels:
        _mark_labels(unit, weaver, labels)
    count = len(witness.invariants)
    declared = [f"int {HOLDS}{number}; void {VIOLATED}{number}(void);" for number in range(count)]
    weaver.declare("".join([*declared, f"void {REACHED}(void);"]))
    return weaver.snippets


def _assert(weaver: Weaver, number: int, invariant: ClaimedInvariant, site: Site) -> None:
    condition = weaver.snippets.condition(invariant.condition, site.token)
    text = f"{HOLDS}{number} = !!({PREFIX}hole); if (!{HOLDS}{number}) {VIOLATED}{number}();"
    items = weaver.snippets.code(text, site.token, {f"{PREFIX}hole": condition})
    if invariant.kind is InvariantKind.LOOP:
        weaver.before_condition(site, items)
    else:
        weaver.around(site, items, [])


def _mark_labels(unit: TranslationUnit, weaver: Weaver, labels: frozenset[str]) -> None:
    for slot in list(below(unit.ast)):
        if isinstance(slot.node, c_ast.Label) and slot.node.name.partition(LOCAL)[0] in labels:
            items = weaver.snippets.code(f"{REACHED}();", slot.node.coord)
            slot.node.stmt = c_ast.Compound([*items, slot.node.stmt], slot.node.coord)


def violations_of(invariants: int, convention: ErrorConvention) -> Automaton:
    """The automaton of the woven program's property."""
    names: Iterable[str] = (*(f"{VIOLATED}{number}" for number in range(invariants)), REACHED, *sorted(convention.functions))
    lines = [f"  on call {name} -> error" for name in names]
    return parse_automaton("\n".join([f"automaton {PROPERTY}", "state running initial", *lines, ""]), "<witness>")
