"""Cuts: words after which a text begins its list of moves anew, and blocks that hold a list."""

from __future__ import annotations

FENCE = "```"
# What opens a block, and what ends it.
BLOCKS = {FENCE: FENCE, "<answer>": "</answer>"}

_AGAIN = (
    r"start(?:ing)?[ \t](?:over|again)",
    "restart(?:ing)?",
    r"from[ \t]scratch",
    r"reset[ \t]the[ \t]board",
    r"try(?:ing)?[ \t]again",
)
_FINAL = (
    r"final[ \t](?:answer|solution|moves?|list|sequence)",
    r"(?m:^[#*_>`\t ]{0,8}(?:the[ \t])?(?:answer|solution)[*_\t ]{0,4}(?::|$))",
)
_TAGS = ("</think>", "</?answer>", r"\\boxed\{")

CUTS = "|".join([FENCE, *(f"(?i:{text})" for text in (*_TAGS, *_FINAL, *_AGAIN))])
"""The pattern of everything that can end one list of moves or begin another."""
