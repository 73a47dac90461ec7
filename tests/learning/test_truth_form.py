"""The truth suite is well-formed, so that evaluation can rely on every line."""

import json
from collections import Counter
from datetime import datetime
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent / "fixture" / "truth"
FILES = sorted(FOLDER.glob("*.jsonl"))
STATUSES = {"active", "superseded", "review", "merged", "absent"}


def read(file):
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def check(case):
    """Check that statements are in order of time and that each has an expected result."""
    assert set(case) - {"count"} == {"id", "language", "why", "says", "after"}
    for said in case["says"]:
        assert set(said) - {"conversation", "speaker"} == {"at", "content"}
        assert said["content"].strip() == said["content"] != ""
    times = [datetime.fromisoformat(said["at"]) for said in case["says"]]
    assert all(time.tzinfo for time in times)
    assert times == sorted(set(times))
    for then in case["after"]:
        assert set(then) - {"valid_from", "valid_until"} == {"of", "has", "status"}
        assert 0 <= then["of"] < len(case["says"])
        assert then["has"]
        assert set(then["status"]) <= STATUSES
        assert then["status"]
        for beginning in (*then.get("valid_from", ()), *then.get("valid_until", ())):
            assert datetime.fromisoformat(f"{beginning}-01"[:10])


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_case_has_the_form_that_the_readme_describes(file):
    for case in read(file):
        check(case)


def test_no_two_cases_are_the_same():
    every = [case for file in FILES for case in read(file)]
    assert max(Counter(case["id"] for case in every).values()) == 1
