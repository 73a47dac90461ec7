"""The main switch and `audit_log` of a running process follow config.json; no other setting does."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from recollect.errors import StorageUnavailable
from recollect.settings import change, configured, load
from recollect.settings.live import LiveSettings, SharedSwitch


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("RECOLLECT_HOME", str(tmp_path))
    return tmp_path


def test_only_the_switch_and_the_audit_log_follow_the_file(home: Path) -> None:
    live = LiveSettings(load())
    for enabled in (False, True, False):
        change(load(), {"enabled": enabled, "port": 9000})
        assert live.current().enabled is enabled
    assert live.current().port == load(home=home / "elsewhere").port
    assert live.current() is live.current()
    change(load(), {"enabled": None})
    assert live.current().enabled is True
    for chosen in ("on", "off", None):
        change(load(), {"audit_log": chosen})
        assert live.current().audit_log == (chosen or "auto")


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


@pytest.mark.parametrize(
    "broken", ['{"enabled": tr', '{"enabled": "maybe"}', '{"enabled": 1}', "[]"]
)
def test_while_the_file_cannot_be_read_the_switch_stays(home: Path, broken: str) -> None:
    config = home / "config.json"
    config.write_text('{"enabled": false}')
    live = LiveSettings(load())
    config.write_text(broken)
    assert live.current().enabled is False


def test_an_audit_log_set_by_hand_to_no_choice_or_by_an_argument_stays(home: Path) -> None:
    by_file, by_argument = LiveSettings(load()), LiveSettings(load(audit_log="on"))
    (home / "config.json").write_text('{"audit_log": "On"}')
    assert by_file.current().audit_log == "auto"
    (home / "config.json").write_text('{"audit_log": "off"}')
    assert by_argument.current().audit_log == "on"
    assert by_file.current().audit_log == "off"


def test_an_argument_or_a_variable_is_not_overruled(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    by_argument = LiveSettings(load(enabled=False))
    monkeypatch.setenv("RECOLLECT_ENABLED", "false")
    by_variable = LiveSettings(load())
    (home / "config.json").write_text('{"enabled": true}')
    assert by_argument.current().enabled is False
    assert by_variable.current().enabled is False


class SharedText:
    """A document that other servers change, and that may be away."""

    name = "switch"

    def __init__(self) -> None:
        self.text: str | None = None
        self.is_away = False
        self.reads = 0

    def is_fresh(self) -> bool:
        return False

    def read(self) -> str | None:
        self.reads += 1
        if self.is_away:
            raise StorageUnavailable("the database is away")
        return self.text

    def change(self, change: Callable[[str | None], str | None]) -> None:
        self.text = change(self.text)


def test_what_the_servers_share_counts_beside_the_file_and_off_wins(home: Path) -> None:
    shared = SharedText()
    lives = [LiveSettings(load(), SharedSwitch(shared)) for _ in range(2)]
    change(load(), {"enabled": False, "port": 9000}, switch=lives[0].switch)
    assert [live.current().enabled for live in lives] == [False, False]
    assert configured(load(), lives[1].switch).source_of("enabled") == "the database"
    # A file that says off by hand holds for its own server, until somebody switches on there.
    config = home / "config.json"
    assert config.read_text() == '{\n  "port": 9000\n}\n'
    config.write_text('{"enabled": false}')
    SharedSwitch(shared).turn(on=True)
    assert lives[0].current().enabled is False
    change(load(), {"port": 9001}, switch=lives[0].switch)
    assert lives[0].current().enabled is False
    changed = change(load(), {"enabled": True}, switch=lives[0].switch)
    assert (changed.enabled, changed.source_of("enabled")) == (True, "default")
    assert lives[0].current().enabled is True


def test_the_switch_stays_as_it_is_while_the_database_is_away(home: Path) -> None:
    shared = SharedText()
    live = LiveSettings(load(), SharedSwitch(shared))
    shared.text = "off"
    assert live.current().enabled is False
    shared.text, shared.is_away = "on", True
    assert live.current().enabled is False
    before = shared.reads
    # Nor is it asked again at each call.
    assert live.current().enabled is False
    assert shared.reads == before


def test_an_event_loop_does_not_wait_for_the_switch(home: Path) -> None:
    shared = SharedText()
    live = LiveSettings(load(), SharedSwitch(shared))

    async def current() -> bool:
        return live.current().enabled

    shared.text = "off"
    assert asyncio.run(current()) is True
    assert live.current().enabled is False
    assert asyncio.run(current()) is False
