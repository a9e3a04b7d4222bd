"""A witness woven into the program that it is about, and the task of verifying what comes of it."""

from __future__ import annotations

from dataclasses import replace

from verilab.program.syntax.tree.translation_unit import TranslationUnit
from verilab.program.tasks.properties import ErrorConvention
from verilab.program.tasks.task import Task
from verilab.program.witnesses.assertions import violations_of, weave_assertions
from verilab.program.witnesses.guidance import weave_guidance
from verilab.program.witnesses.model import CorrectnessWitness, Witness, WitnessText
from verilab.program.witnesses.reader import parse_witness
from verilab.program.witnesses.snippets import Snippets


def judging(task: Task, witness: Witness, sequence: int = 0) -> Task:
    """The task whose program has the witness woven in.

    Of invariants: that all of them hold and no error is reached.  Of a violation: that no execution which the given sequence describes
    reaches the error.
    """
    source, convention = witness.source, task.error_convention
    text = WitnessText(source.name, source.text, sequence, tuple(sorted(convention.labels)))
    if isinstance(witness, CorrectnessWitness):
        task = task.observing([violations_of(len(witness.invariants), convention)])
    return replace(task, witness=text, expected=None)


def weave(unit: TranslationUnit, text: WitnessText, convention: ErrorConvention) -> Snippets:
    """Weave a witness into a unit; what it returns tells errors of lowering at their places in the witness.

    Raises InputError for a witness that does not fit the program.
    """
    witness = parse_witness(text.text, text.name)
    if isinstance(witness, CorrectnessWitness):
        return weave_assertions(unit, witness, frozenset(text.labels))
    return weave_guidance(unit, witness, text.sequence, convention)
