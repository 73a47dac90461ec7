import json

from recollect import Memory


def test_a_search_shows_the_best_first(run):
    with Memory.open(background=False) as memory:
        alice = memory.agent("alice")
        alice.remember("I moved to Lisbon in May.", speaker="Alice", at="2026-05-01T00:00:00+00:00")
        alice.remember("[red]The weather[/red] is fine today", speaker="Bob")
    shown = run("search", "alice", "Who moved to Lisbon?")
    assert shown.code == 0
    first = shown.out.splitlines()[1]
    assert "Alice" in first
    assert "Lisbon" in first
    assert "[red]The weather[/red]" in shown.out
    hits = json.loads(run("search", "alice", "Lisbon", "--json", "--limit", "1").out)
    assert [hit["text"] for hit in hits] == ["I moved to Lisbon in May."]
    assert hits[0]["scores"].keys() >= {"lexical", "dense", "speaker", "time"}


def test_without_its_remote_embedder_it_says_that_words_alone_were_compared(
    run, monkeypatch, unused_port
):
    monkeypatch.setenv("RECOLLECT_EMBEDDING_BACKEND", "http")
    monkeypatch.setenv("RECOLLECT_EMBEDDING_MODEL", "m")
    monkeypatch.setenv("RECOLLECT_EMBEDDING_BASE_URL", f"http://127.0.0.1:{unused_port}")
    run("remember", "alice", "I moved to Lisbon in May.")
    for command in (("search",), ("search", "--json"), ("context",), ("context", "--json")):
        ended = run(*command, "alice", "Who moved to Lisbon?")
        assert ended.code == 0
        assert "I moved to Lisbon" in ended.out
        assert "Searched by words alone, because the embedder failed" in ended.err


def test_of_an_agent_without_anything_nothing_is_found(run):
    with Memory.open(background=False) as memory:
        memory.agent("alice").remember("hello", conversation="c1")
        memory.agent("alice").conversations.delete("c1")
    assert "Nothing of alice matches." in run("search", "alice", "anything").out


def talk(sample, *liked):
    turns = [
        {"speaker": "Ann", "dia_id": f"D1:{n}", "text": f"I like {word}"}
        for n, word in enumerate(liked, 1)
    ]
    return {
        "sample_id": sample,
        "conversation": {"session_1_date_time": "1:00 pm on 8 May, 2024", "session_1": turns},
        "qa": [
            {
                "question": f"Who likes {liked[0]}?",
                "answer": "Ann",
                "evidence": ["D1:1"],
                "category": 4,
            }
        ],
    }


def test_a_bench_prints_shares_with_their_errors(run, tmp_path):
    sample = talk("s", "tea", "rain")
    path = tmp_path / "data.json"
    path.write_text(json.dumps([sample]))
    assert "100.0 ± 0.0" in run("bench", str(path)).out
    report = run("bench", str(path), "--json").json
    assert report["questions"] == 1
    assert report["search"]["shares"]["all"]["any@5"]["percent"] == 100
    assert report["context"]["shares"]["single-hop"]["all@1k"]["percent"] == 100
    assert 0 < report["tokens"]["1000"] <= 1000
    path.write_text("[]")
    assert run("bench", str(path)).code == 1


def test_a_bench_wants_data_or_measures_speed_without(run, tmp_path):
    assert run("bench").code == 2
    assert run("bench", tmp_path / "data.json", "--speed").code == 2


def test_a_search_is_narrowed_by_what_was_said_where_when_and_by_whom(run):
    with Memory.open(background=False) as memory:
        alice = memory.agent("alice")
        for number, (talk, speaker, day) in enumerate(
            (("c1", "Ann", "01"), ("c1", "Bob", "02"), ("c2", "Ann", "03"))
        ):
            alice.remember(
                "We talked about the sea.",
                conversation=talk,
                speaker=speaker,
                id=str(number),
                at=f"2026-05-{day}T12:00:00+00:00",
                metadata={"number": number},
            )
        alice.memories.add("Loves the sea", kind="preference")

    def found(*options):
        hits = run("search", "alice", "the sea", *options, "--json").json
        return sorted(hit["turn"]["id"] if hit["turn"] else hit["scope"] for hit in hits)

    assert found() == ["0", "1", "2", "memories"]
    assert found("--scope", "turns") == ["0", "1", "2"]
    assert found("--scope", "memories", "--kind", "preference") == ["memories"]
    assert found("--scope", "turns", "--conversation", "c1") == ["0", "1"]
    assert found("--scope", "turns", "--speaker", "Ann") == ["0", "2"]
    assert found("--scope", "turns", "--after", "2026-05-02") == ["1", "2"]
    assert found("--scope", "turns", "--before", "2026-05-02") == ["0", "1"]
    assert found("--scope", "turns", "--metadata", '{"number": 2}') == ["2"]
    assert found("--as-of", "2020-01-01") == []
    assert "Nothing matches" in run("search", "alice", "the sea", "--role", "tool").out
    assert run("search", "alice", "the sea", "--scope", "everywhere").code == 1


def test_a_recap_has_the_day_of_its_conversation_where_it_was_held(run):
    with Memory.open(background=False) as memory:
        alice = memory.agent("alice")
        for said in ("I moved to Lisbon in May.", "I live there with my sister Ana.", "I like it."):
            alice.remember(said, at="2026-05-01T09:00:00+13:00")
        memory.sync()
    shown = run("search", "alice", "Lisbon", "--scope", "summaries").out.splitlines()
    assert shown[1].split()[1] == "2026-05-01"
