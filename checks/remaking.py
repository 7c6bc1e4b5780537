"""Findings made again from their files, by kind: what each argument derives from rules and game alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from advocatus.model.rules import Rules

from . import endless, leak, misprint, order
from .finding import Finding

Remaker = Callable[[Rules, Finding], Finding | None]


def _order(rules: Rules, filed: Finding) -> Finding | None:
    return order.remade(rules, filed.trace, filed.shortest) if filed.trace else None


def _endless(rules: Rules, filed: Finding) -> Finding | None:
    return endless.remade(rules, filed.trace, filed.shortest) if filed.trace else None


def _leak(rules: Rules, filed: Finding) -> Finding | None:
    return leak.remade(rules, filed.cause, filed.trace, filed.shortest) if filed.trace else None


REMAKERS: Mapping[str, Remaker] = {
    order.ORDER: _order, leak.LEAK: _leak, endless.ENDLESS: _endless,
    misprint.MISPRINT: lambda rules, filed: misprint.remade(rules, filed.cause),
}
