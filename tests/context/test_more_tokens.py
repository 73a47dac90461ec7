"""Whoever offers more tokens gets what fewer gave, and more; relevance ends at the same line."""

import json
from itertools import pairwise
from pathlib import Path

import pytest

EVERYDAY = Path(__file__).parent / "fixture" / "everyday_dev.json"
QUESTIONS = ("do i have a cat", "where do i work", "when is the next dentist appointment")


@pytest.fixture
def agent(opened):
    memory = opened()
    agent = memory.agent("a")
    for turn in json.loads(EVERYDAY.read_text("utf-8"))["turns"]:
        agent.remember(
            turn["content"], role=turn["role"], conversation=turn["conversation"], at=turn["at"]
        )
    memory.sync()
    return agent


@pytest.mark.parametrize("question", QUESTIONS)
def test_no_line_is_too_weak_for_a_larger_context_but_not_for_a_smaller(agent, question):
    budgets = (200, 300, 400, 600, 800, 1_000, 1_500, 4_000)
    contexts = [agent.context(question, tokens=tokens) for tokens in budgets]
    sizes = [context.tokens for context in contexts]
    assert sizes[0] > 100
    assert sizes[-1] > sizes[0]
    for smaller, larger in pairwise(contexts):
        reasons = {item.id: item.reason for item in larger.receipt.left_out}
        lost = {item.id for item in smaller.receipt.items} - {
            item.id for item in larger.receipt.items
        }
        # A short line may have filled what a longer one now needs.
        assert {reasons[name] for name in lost} <= {"no_room"}
        assert len(lost) <= 1


def test_a_small_context_ends_where_relevance_ends(agent):
    sizes = [agent.context("do i have a cat", tokens=tokens).tokens for tokens in (600, 800, 1_000)]
    assert sizes[0] == sizes[1] == sizes[2] < 500
