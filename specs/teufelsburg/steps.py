"""All steps of the family, by the rulebook's chapters."""

from __future__ import annotations

from .proclaiming import PROCLAIMING
from .step import Step
from .struggling import STRUGGLING
from .tokens import TOKENS
from .trading import TRADING
from .using import USING

STEPS: tuple[Step, ...] = (*TRADING, *STRUGGLING, *USING, *TOKENS, *PROCLAIMING)
