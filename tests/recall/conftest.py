import pytest


@pytest.fixture(autouse=True)
def nothing_is_learned(monkeypatch):
    """These tests add memories themselves."""
    monkeypatch.setenv("RECOLLECT_EXTRACTOR", "none")
