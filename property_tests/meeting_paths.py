"""Random programs where many paths meet: switches of 3 to 30 cases that fall through, jump back out, return early or narrow values."""

from __future__ import annotations

from property_tests.executed_programs import Generator
from verilab.program.cfa import Location, Program
from verilab.program.expressions import Binary, Constant, Read
from verilab.program.operations import Assume, Skip
from verilab.program.types import INT


class JoinedGenerator(Generator):
    """``program(size)`` is a sequence of ``size`` joins."""

    def program(self, size: int) -> Program:
        main = self.builder.function("main")
        self.function = main
        here = main.entry
        for _ in range(size):
            here = self.fan(self.sequence(here, 2), self.random.choice((3, 4, 7, 30)))
        self.builder.edge(here, main.exit, Skip())
        return self.builder.finish(main)

    def fan(self, here: Location, ways: int) -> Location:
        """A chain of cases, each of which ends at the join, at the next case, at the join behind, or returns."""
        join, behind = self.new(), self.new()
        subject = self.random.choice(self.variables)
        falling: Location | None = None
        for number in range(ways):
            case, further = self.new(), self.new()
            narrowed = Binary("==", Read(subject), Constant(subject.type.wrap(number), subject.type), INT)
            condition = narrowed if self.random.random() < 0.6 else self.condition()
            self.builder.branch(here, Assume(condition, True), case, further)
            if falling is not None:
                self.builder.edge(falling, case, Skip())
                falling = None
            end = self.statement(case) if self.random.random() < 0.7 else case
            kind = self.random.random()
            if kind < 0.2:
                falling = end
            else:
                self.builder.edge(end, self.function.exit if kind < 0.25 else behind if kind < 0.4 else join, Skip())
            here = further
        if falling is not None:
            self.builder.edge(falling, join, Skip())
        self.builder.edge(here, join, Skip())
        self.builder.edge(self.sequence(join, 1), behind, Skip())
        return behind
