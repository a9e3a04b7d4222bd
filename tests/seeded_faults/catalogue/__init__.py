"""The seeded faults, by layer."""

from tests.seeded_faults.catalogue.blocks import BLOCKS
from tests.seeded_faults.catalogue.encodings import ENCODINGS
from tests.seeded_faults.catalogue.lowering import LOWERING
from tests.seeded_faults.catalogue.memory import MEMORY
from tests.seeded_faults.catalogue.predicates import PREDICATES
from tests.seeded_faults.catalogue.values import VALUES

FAULTS = (*BLOCKS, *ENCODINGS, *MEMORY, *LOWERING, *VALUES, *PREDICATES)
