"""Backends that misbehave, for the worker's tests: each factory is served from a process of its own."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pysmt.environment import Environment
from pysmt.fnode import FNode

from verilab.solving.backend import Backend, Capabilities, QueryContext, Theory
from verilab.solving.interpolation import Failed, Interpolants, Outcome
from verilab.solving.registry import load_backend


class Misbehaving:
    """z3, but each interpolation query does ``deed`` first."""

    version = "0"
    capabilities = Capabilities(theories=frozenset(Theory), interpolation={"proofs": frozenset(Theory)})

    def __init__(self, name: str) -> None:
        self.name = name
        self._z3: Backend = load_backend("z3")

    def session(self, environment: Environment, *, logic: str = "QF_LIA", context: QueryContext | None = None) -> Any:
        return self._z3.session(environment, logic=logic, context=context)

    def interpolator(self, procedure: str, environment: Environment, *, context: QueryContext | None = None, **_: Any) -> Any:
        return MisbehavingInterpolator(self.name, environment, context or QueryContext())

    def close(self) -> None:
        pass


class MisbehavingInterpolator:
    def __init__(self, deed: str, environment: Environment, context: QueryContext) -> None:
        self.procedure = f"{deed}:proofs"
        self._context = context
        self._deed = deed
        self._environment = environment

    def sequence(self, partitions: Sequence[FNode], *, timeout: float | None = None) -> Outcome:
        hoard: list[bytearray] = []
        match self._deed:
            case "sleep":
                time.sleep(3600)
            case "wait":
                marker = Path(os.environ["HOSTILE_MARKER"])
                if not marker.exists():
                    marker.write_text(f"{os.getpid()}\n")
                    time.sleep(3600)
                raise RuntimeError("asked again")
            case "meet":
                folder = Path(os.environ["HOSTILE_MARKER"])
                (folder / str(os.getpid())).touch()
                while len(list(folder.iterdir())) < 2:
                    time.sleep(0.01)
                raise RuntimeError("two have met")
            case "crash":
                os.kill(os.getpid(), signal.SIGSEGV)
            case "crash-first":  # six times, which is what the tests have time for
                marker = Path(os.environ["HOSTILE_MARKER"])
                crashes = len(marker.read_text()) if marker.exists() else 0
                if crashes < 6:
                    marker.write_text("." * (crashes + 1))
                    os.kill(os.getpid(), signal.SIGSEGV)
            case "exit":
                sys.stderr.write("assertion violation in the solver\n")
                os._exit(7)
            case "raise":
                raise RuntimeError("internal error 42")
            case "chatter":
                os.write(1, b"this is not an answer\n")
            case "hoard":
                while len(hoard) < 1 << 16:
                    hoard.append(bytearray(1 << 20))
            case "nonsense":
                return Interpolants((self._environment.formula_manager.FreshSymbol(),), self.procedure)
            case "tell":
                return Failed(f"{self._context.reduction.value}, seed {self._context.seed}", self.procedure)
            case "wrong":
                pass
        return Interpolants(tuple(self._environment.formula_manager.TRUE() for _ in partitions[1:]), self.procedure)

    def close(self) -> None:
        pass


def sleep() -> Misbehaving:
    return Misbehaving("sleep")


def wait() -> Misbehaving:
    return Misbehaving("wait")


def meet() -> Misbehaving:
    return Misbehaving("meet")


def crash() -> Misbehaving:
    return Misbehaving("crash")


def crash_first() -> Misbehaving:
    return Misbehaving("crash-first")


def exit_() -> Misbehaving:
    return Misbehaving("exit")


def raise_() -> Misbehaving:
    return Misbehaving("raise")


def chatter() -> Misbehaving:
    return Misbehaving("chatter")


def hoard() -> Misbehaving:
    return Misbehaving("hoard")


def nonsense() -> Misbehaving:
    return Misbehaving("nonsense")


def wrong() -> Misbehaving:
    return Misbehaving("wrong")


def tell() -> Misbehaving:
    return Misbehaving("tell")
