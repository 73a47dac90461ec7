import pytest


@pytest.fixture(autouse=True)
def nothing_is_learned(monkeypatch):
    """These are about finding turns, and memories that a test has put there itself."""
    monkeypatch.setenv("RECOLLECT_EXTRACTOR", "none")
