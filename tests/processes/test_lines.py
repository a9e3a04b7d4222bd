"""A line between two processes: whole messages, however they come in pieces, and its end."""

from __future__ import annotations

import os
import signal
import socket
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from verilab.processes.forked import Forked
from verilab.processes.lines import Line
from verilab.processes.messages import Garbled, encode


@dataclass(frozen=True)
class Word:
    text: str


@pytest.fixture
def ends() -> Iterator[tuple[Line[Word], socket.socket]]:
    mine, theirs = socket.socketpair()
    line = Line.of_socket(mine, (Word,))
    yield line, theirs
    line.close()
    theirs.close()


def test_a_message_is_heard_once_it_is_whole(ends: tuple[Line[Word], socket.socket]) -> None:
    line, theirs = ends
    data = encode(Word("one")) + encode(Word("two"))
    for byte in data[:-1]:
        theirs.sendall(bytes([byte]))
    assert line.receive(1.0) == Word("one")
    assert not line.has_pending
    assert line.receive(0.05) is None
    theirs.sendall(data[-1:] + encode(Word("three")))
    assert line.receive(1.0) == Word("two")
    assert line.has_pending
    assert line.receive(0.0) == Word("three")


def test_a_message_larger_than_any_buffer_is_sent_while_the_other_end_reads() -> None:
    mine, theirs = socket.socketpair()
    line, other = Line.of_socket(mine, (Word,)), Line.of_socket(theirs, (Word,))
    word = Word("x" * 5_000_000)
    sender = threading.Thread(target=line.send, args=(word,))
    sender.start()
    assert other.receive(60.0) == word
    sender.join()
    line.close()
    with pytest.raises(EOFError):
        other.receive(1.0)
    with pytest.raises(BrokenPipeError):
        other.send(word)
    other.close()


def test_what_is_garbled_costs_its_own_line_only(ends: tuple[Line[Word], socket.socket]) -> None:
    line, theirs = ends
    theirs.sendall(b"chatter of a library\n" + encode(Word("sense")))
    with pytest.raises(Garbled, match="chatter of a library"):
        line.receive(1.0)
    assert line.receive(1.0) == Word("sense")


def test_threads_that_send_at_once_do_not_mix_their_messages() -> None:
    mine, theirs = socket.socketpair()
    line, other = Line.of_socket(mine, (Word,)), Line.of_socket(theirs, (Word,))

    def send(name: str) -> None:
        for _ in range(5):
            line.send(Word(name * 100_000))

    senders = [threading.Thread(target=send, args=(name,)) for name in "abcd"]
    for sender in senders:
        sender.start()
    heard = [other.receive(60.0) for _ in range(20)]
    for sender in senders:
        sender.join()
    line.close()
    other.close()
    assert sorted(word.text[0] for word in heard if word) == sorted("abcd" * 5)
    assert all(word and set(word.text) == {word.text[0]} for word in heard)


def test_a_forked_process_speaks_and_says_how_it_ended() -> None:
    def serve(line: Line[Word]) -> None:
        word = line.receive()
        assert word is not None
        line.send(Word(word.text.upper()))
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(60)

    process = Forked(serve, hears=(Word,), says=(Word,))
    process.line.send(Word("hello"))
    assert process.line.receive(60.0) == Word("HELLO")
    with pytest.raises(EOFError):
        process.line.receive(60.0)
    assert process.end().described("the process") == "the process died of SIGTERM"
