"""Faults of initialisers and definitions."""

from tests.seeded_faults.fault import Fault, Layer

INITIALISERS = (
    Fault(
        "definitions: a tentative one hides the initialiser",
        Layer.INITIALISERS,
        "verilab.program.lowering.declarations.declarations",
        "if node.init is not None: known.declaration = node",
        "known.declaration = node",
        programs="^initial/tentative",
    ),
)
