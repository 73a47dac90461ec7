"""The main switch of a running process follows config.json; every other setting waits for a restart."""

from pathlib import Path

import pytest

from recollect.settings import change, load
from recollect.settings.live import LiveSettings


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("RECOLLECT_HOME", str(tmp_path))
    return tmp_path


def test_only_the_switch_follows_the_file(home: Path) -> None:
    live = LiveSettings(load())
    for enabled in (False, True, False):
        change(load(), {"enabled": enabled, "port": 9000})
        assert live.current().enabled is enabled
    assert live.current().port == load(home=home / "elsewhere").port
    assert live.current() is live.current()
    change(load(), {"enabled": None})
    assert live.current().enabled is True


def test_a_file_written_by_hand_or_deleted_counts_too(home: Path) -> None:
    config = home / "config.json"
    config.write_text('{"enabled": false}')
    live = LiveSettings(load())
    assert live.current().enabled is False
    config.write_text('{"enabled": true, "port": "wrong"}')
    assert live.current().enabled is True
    config.write_text('{"enabled": false, "port": 9000}')
    assert live.current().enabled is False
    config.unlink()
    assert live.current().enabled is True


@pytest.mark.parametrize("broken", ['{"enabled": tr', '{"enabled": "maybe"}', "[]"])
def test_while_the_file_cannot_be_read_the_switch_stays(home: Path, broken: str) -> None:
    config = home / "config.json"
    config.write_text('{"enabled": false}')
    live = LiveSettings(load())
    config.write_text(broken)
    assert live.current().enabled is False


def test_an_argument_or_a_variable_is_not_overruled(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    by_argument = LiveSettings(load(enabled=False))
    monkeypatch.setenv("RECOLLECT_ENABLED", "false")
    by_variable = LiveSettings(load())
    (home / "config.json").write_text('{"enabled": true}')
    assert by_argument.current().enabled is False
    assert by_variable.current().enabled is False
