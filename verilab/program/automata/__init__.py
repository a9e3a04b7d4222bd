"""Observer automata: a text format, its checks, and the protocols that come with verilab."""

from __future__ import annotations

from verilab.program.automata.builtin import find_automaton, protocol_names
from verilab.program.automata.checks import check
from verilab.program.automata.model import Automaton
from verilab.program.automata.parser import load_automaton, parse_automaton
from verilab.program.automata.printing import print_automaton

__all__ = ["Automaton", "check", "find_automaton", "load_automaton", "parse_automaton", "print_automaton", "protocol_names"]
