"""The seeded faults, by layer."""

from tests.seeded_faults.catalogue.blocks import BLOCKS
from tests.seeded_faults.catalogue.calls import CALLS
from tests.seeded_faults.catalogue.constants import CONSTANTS
from tests.seeded_faults.catalogue.encodings import ENCODINGS
from tests.seeded_faults.catalogue.initialisers import INITIALISERS
from tests.seeded_faults.catalogue.library import LIBRARY
from tests.seeded_faults.catalogue.lowering import LOWERING
from tests.seeded_faults.catalogue.memory import MEMORY
from tests.seeded_faults.catalogue.predicates import PREDICATES
from tests.seeded_faults.catalogue.records import RECORDS
from tests.seeded_faults.catalogue.syntax import SYNTAX
from tests.seeded_faults.catalogue.targets import TARGETS
from tests.seeded_faults.catalogue.values import VALUES

OF_SHARED = (*SYNTAX, *CONSTANTS, *RECORDS, *INITIALISERS, *LIBRARY, *CALLS, *TARGETS)
"""Faults in what the analysis and all of our own evidence share."""

FAULTS = (*BLOCKS, *ENCODINGS, *MEMORY, *LOWERING, *VALUES, *PREDICATES, *OF_SHARED)
