import pytest

from recollect.bench.answer_cache import AnswerCache, SavedReply
from recollect.errors import StorageError


def reply(key, text="Bergen"):
    return SavedReply(key, "host/m", "Where does Ann live?", text, 11, 7)


def test_replies_are_there_when_the_file_is_opened_again(tmp_path):
    path = tmp_path / "new" / "answers.jsonl"
    with AnswerCache(path) as cache:
        assert cache.get("a") is None
        cache.add(reply("a", "Bergen\u2028 “ø”"))
        # Already on disk: a process that is killed loses nothing.
        with AnswerCache(path) as other:
            assert other.get("a") == reply("a", "Bergen\u2028 “ø”")
    assert path.stat().st_mode & 0o777 == 0o600


def test_a_line_cut_off_by_a_kill_costs_only_its_own_reply(tmp_path):
    path = tmp_path / "answers.jsonl"
    with AnswerCache(path) as cache:
        cache.add(reply("a"))
        cache.add(reply("b"))
    path.write_bytes(path.read_bytes()[:-20])
    with AnswerCache(path) as cache:
        assert "a" in cache
        assert "b" not in cache
        cache.add(reply("c"))
    with AnswerCache(path) as cache:
        assert [key for key in "abc" if key in cache] == ["a", "c"]


def test_a_path_that_cannot_be_used_is_named(tmp_path):
    with pytest.raises(StorageError, match="directory"):
        AnswerCache(tmp_path)
