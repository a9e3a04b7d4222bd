"""``verilab automata``: the protocols that come with verilab as observer automata, or the text of one."""

from __future__ import annotations

from typing import Annotated

import typer

from verilab.cli.problems import clear_errors


def automata(
    name: Annotated[str | None, typer.Argument(help="A protocol's name, or a file to check.", show_default=False)] = None,
) -> None:
    """List the observer automata of --automaton, or check one and print its text.

    The format is explained by the texts and in verilab.program.automata.parser.  Exit codes: 0, 2 for a wrong automaton.
    """
    from verilab.program.automata import find_automaton, protocol_names

    with clear_errors():
        if name is not None:
            typer.echo(find_automaton(name).source.text, nl=False)
            return
        for protocol in protocol_names():
            automaton = find_automaton(protocol)
            typer.echo(f"{protocol:24} {automaton.origin:12} {automaton.title}")
