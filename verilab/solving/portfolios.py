"""Portfolios of interpolation procedures, as texts name them: the first valid answer wins, and says whose it is.

    portfolio(cvc5:proofs, z3:horn)                  one after the other, each with an equal part of the time that is left
    portfolio(cvc5:proofs=0.2, z3:horn)              the first with a fifth of the query's time limit
    portfolio(mathsat:proofs, z3:horn, parallel)     all at the same time, each in a process of its own

Members may have factors (``verilab.solving.factors``): portfolio(z3:horn(direction=back)=0.2, z3:horn).

"Valid" is what the members' own certificate check lets through, where checking is on.  Who is asked when is ``verilab.solving.fallbacks``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from verilab.data_classes import dataclass
from verilab.solving.factors import FactorError, parse_factors, split_factors, split_names, with_factors


class PortfolioError(ValueError):
    """A text that names no interpolation; the message says what is wrong and what would work."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Members by name in their order; ``shares``: per member the part of the time limit, None for an equal part of what is left."""

    members: tuple[str, ...]
    shares: tuple[float | None, ...]
    parallel: bool = False

    def __str__(self) -> str:
        members = [name if share is None else f"{name}={share:g}" for name, share in zip(self.members, self.shares, strict=True)]
        return f"portfolio({', '.join([*members, *(['parallel'] if self.parallel else [])])})"


def parse_interpolation(text: str) -> tuple[str | Plan, ...]:
    """A comma list of procedures and portfolios, to be tried in this order.  Raises PortfolioError."""
    return tuple(_choice(part) for part in _split(text))


def choices_with(choices: Sequence[str | Plan], factors: str) -> tuple[str | Plan, ...]:
    """The procedures and portfolios with these factors, as far as they have none of their own.  FactorError for what are none."""
    common = parse_factors(factors)
    return tuple(
        with_factors(choice, common)
        if isinstance(choice, str)
        else replace(choice, members=tuple([with_factors(member, common) for member in choice.members]))
        for choice in choices
    )


def procedure_names(text: str, factors: str = "") -> tuple[str, ...]:
    """All procedures that the text names, those of portfolios too, without repetition; with factors that are common to them."""
    names: dict[str, None] = {}
    for choice in choices_with(parse_interpolation(text), factors):
        names.update(dict.fromkeys((choice,) if isinstance(choice, str) else choice.members))
    return tuple(names)


def _split(text: str) -> list[str]:
    """The parts between commas outside of parentheses, without empty ones."""
    try:
        return split_names(text)
    except FactorError as error:
        raise PortfolioError(str(error)) from None


def _choice(text: str) -> str | Plan:
    if not _is_portfolio(text):
        return _named(text)
    rest = text.partition("(")[2]
    if not rest.endswith(")"):
        raise PortfolioError(f"{text!r}: expected portfolio(BACKEND:PROCEDURE, ...)")
    parts = _split(rest[:-1])
    parallel = "parallel" in parts
    members, shares = [], []
    for part in parts:
        if part == "parallel":
            continue
        if _is_portfolio(part):
            raise PortfolioError(f"{text!r}: a portfolio has procedures as members, no other portfolio")
        end = part.rfind(")") + 1  # behind the factors, which have signs of equality too
        name, _, share = part[end:].partition("=")
        members.append(_named((part[:end] + name).strip()))
        shares.append(_share(text, share) if share else None)
    if len(members) < 2 or len(set(members)) < len(members):
        raise PortfolioError(f"{text!r}: a portfolio needs at least two different members")
    if parallel and any(share is not None for share in shares):
        raise PortfolioError(f"{text!r}: in parallel every member has all of the time; leave the shares out")
    if sum(share or 0.0 for share in shares) > 1.0:
        raise PortfolioError(f"{text!r}: the shares are more than the whole time")
    return Plan(tuple(members), tuple(shares), parallel)


def _is_portfolio(text: str) -> bool:
    return text.partition("(")[0].strip() == "portfolio"


def _named(text: str) -> str:
    """A procedure's name, its factors as they are always written."""
    if "(" not in text:
        return text
    try:
        bare, factors = split_factors(text)
    except FactorError as error:
        raise PortfolioError(f"{error}; expected portfolio(BACKEND:PROCEDURE, ...) or BACKEND:PROCEDURE(FACTOR=VALUE, ...)") from None
    return f"{bare}{factors}"


def _share(text: str, share: str) -> float:
    try:
        value = float(share)
    except ValueError:
        value = -1.0
    if not 0.0 < value <= 1.0:
        raise PortfolioError(f"{text!r}: the share {share.strip()!r} is no number in (0, 1]")
    return value
