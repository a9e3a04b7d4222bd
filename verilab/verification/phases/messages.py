"""What is said between a run and one of its phases, over a ``Line``."""

from __future__ import annotations

from enum import Enum

from verilab.data_classes import dataclass
from verilab.evidence.compiler.building import Executable
from verilab.evidence.compiler.claims.places import ClaimedPlace
from verilab.evidence.results import Accepted, InputVector, Refused, Rejected, Unchecked
from verilab.verification.phases.outcome import Outcome
from verilab.verification.progress import Progress


@dataclass(frozen=True, slots=True)
class Logged:
    """Text for the refinement log."""

    text: str


@dataclass(frozen=True, slots=True)
class Held:
    """From now on the phase may not be made to stand still, or may be again."""

    held: bool


@dataclass(frozen=True, slots=True)
class Execute:
    """Try a proof by executions of the compiled program, which the run has; the answer is ``Executed``."""

    vectors: list[InputVector]
    seconds: float | None
    claims: list[ClaimedPlace]


@dataclass(frozen=True, slots=True)
class AskBuilt:
    """Is the program compiled?  The answer is ``Built``."""


@dataclass(frozen=True, slots=True)
class Paused:
    """The slice is over: the phase stands still until it hears ``GoOn`` or ``Stop``."""

    progress: Progress


@dataclass(frozen=True, slots=True)
class Ended:
    """The last message."""

    outcome: Outcome


FromPhase = Progress | Logged | Held | Execute | AskBuilt | Paused | Ended
FROM_PHASE = (Progress, Logged, Held, Execute, AskBuilt, Paused, Ended)


class Why(Enum):
    """Why a phase is stopped where it stands still."""

    ANSWERED = "another phase has the answer"
    TIME = "the run's time is up"


@dataclass(frozen=True, slots=True)
class GoOn:
    """The next slice has begun."""


@dataclass(frozen=True, slots=True)
class Stop:
    """The phase is to end where it stands still."""

    why: Why


@dataclass(frozen=True, slots=True)
class Executed:
    """What became of the proof."""

    result: Accepted | Rejected | Unchecked | Refused


@dataclass(frozen=True, slots=True)
class Built:
    """What was built, why nothing was, or None where it is not ready yet."""

    built: Executable | str | None


ToPhase = GoOn | Stop | Executed | Built
TO_PHASE = (GoOn, Stop, Executed, Built)
