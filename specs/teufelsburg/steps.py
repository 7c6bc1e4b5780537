"""All steps of the family, by the rulebook's chapters."""

from __future__ import annotations

from .proclaiming import PROCLAIMING
from .step import Step
from .struggling import STRUGGLING
from .tokens import TOKENS
from .trading import TRADING
from .using import USING

STEPS: tuple[Step, ...] = (*TRADING, *STRUGGLING, *USING, *TOKENS, *PROCLAIMING)
TRYING = ("answer/refuse-on", "trade-on/trade", "trade-on/leave")  # only where a trade may go on
# What is played outside of struggles: what the invariants speak of so far.
PEACE: tuple[Step, ...] = (
    *(step for step in TRADING if step.key not in (
        "action/give-to", "direct/in-turn", "pass-in-turn/pass-on", "demand-what/ask-which-bag", "demand-bag/demand",
        "demand-bag/lack")),
    *(step for step in USING if step.name == "use-diplomat" and step.frame in {step.frame for step in TRADING}),
)
