"""Files as the other programs write them: what comes in, with which dates, and what does not."""

import json
from datetime import UTC, datetime

import pytest

FORMATS = {
    "claude": ("claude", 2, 7),
    "chatgpt_conversations.json": ("chatgpt", 2, 3),
    "chatgpt_saved_memories.txt": ("chatgpt", 0, 3),
    "memory.jsonl": ("mcp-memory", 0, 7),
    "mem0_get_all.json": ("mem0", 0, 3),
    "mem0_history.db": ("mem0", 0, 4),
    "mem0_chroma.sqlite3": ("mem0", 0, 4),
    "letta_agent.af": ("letta", 4, 4),
    "graphiti.json": ("graphiti", 2, 5),
    "zep_edges.json": ("zep", 0, 1),
    "zep_messages.json": ("zep", 2, 0),
    "basic_memory": ("basic-memory", 0, 7),
    "vault": ("obsidian", 0, 3),
}


@pytest.mark.parametrize("name", FORMATS)
def test_a_file_imported_twice_is_there_once(memory, sample, name):
    format_, turns, memories = FORMATS[name]
    planned = memory.import_(sample(name), agent="me", dry_run=True)
    assert memory.agents() == []
    first = memory.import_(sample(name), agent="me")
    assert (first.format, first.turns_new, first.memories_new) == (format_, turns, memories)
    assert (planned.turns_new, planned.memories_new) == (turns, memories)
    assert planned.left_out == first.left_out
    for dry_run in (True, False):
        again = memory.import_(sample(name), agent="me", dry_run=dry_run)
        assert (again.turns_new, again.memories_new, again.memories_updated) == (0, 0, 0)
        assert (again.turns, again.memories) == (turns, memories)


def test_claude_keeps_its_conversations_memory_and_documents(memory, imported, sample):
    assert imported("claude") == [
        ("2025-03-02", "# Beans\nSow in May."),
        ("2025-03-02", "# Tomatoes\nSow in March."),
        ("2026-01-02", "Prefers metric units"),
        *[
            (datetime.now(UTC).date().isoformat(), text)
            for text in (
                "Learns Portuguese",
                "Maya is an engineer at Acme, where she designs pumps.",
                "The garden has six raised beds.",
                "Vegetarian",
            )
        ],
    ]
    turns = memory.agent("me").turns()
    assert [(turn.role, turn.content, turn.at.isoformat()) for turn in turns] == [
        ("user", "I move to Lisbon in May.\n[attaches lease.txt]", "2025-02-03T09:00:00+00:00"),
        ("assistant", "May is a good month for it.", "2025-02-03T09:00:20+00:00"),
    ]
    (talk,) = memory.agent("me").conversations.list()
    assert talk.title == "Moving to Lisbon"
    assert memory.import_(sample("claude"), agent="me", dry_run=True).left_out == {
        "summaries of conversations": 1,
        "passages of thinking": 1,
        "tool calls": 1,
        "contents of attached files": 1,
        "messages that are hidden, empty or of tools": 1,
        "instructions of projects": 1,
        "dates (the file has none for these memories)": 4,
    }


def test_chatgpts_saved_memories_come_from_where_it_saved_or_saw_them(imported):
    saved = [
        ("2024-11-02", "User has a dog named Rex."),
        ("2025-01-20", "User is vegetarian."),
        ("2025-02-03", "User only drinks decaf coffee."),
    ]
    assert imported("chatgpt_conversations.json") == saved
    dated = imported("chatgpt_saved_memories.txt")
    assert dated[:3] == saved, "a memory that is known from the export is not stored again"
    assert dated[3][1] == "User prefers short answers."


def test_the_list_that_chatgpts_page_shows_is_read(memory, tmp_path):
    path = tmp_path / "memories.json"
    path.write_text(
        '{"memories": [{"id": "1", "content": "Likes tea", "updated_at": "2024-01-02T03:04:05Z"}],'
        ' "memory_max_tokens": 9, "memory_num_tokens": 1}'
    )
    assert memory.import_(path, agent="me").format == "chatgpt"
    (entry,) = memory.agent("me").memories.list()
    assert (entry.content, entry.recorded_at.year) == ("Likes tea", 2024)


def test_observations_and_relations_of_mcp_become_statements(memory, imported):
    texts = {text for _, text in imported("memory.jsonl")}
    assert {"Speaks fluent Portuguese", "Acme: Was founded in 1921", "Rua Nova: place"} < texts
    assert "User works at Acme" in texts
    links = {
        (link.subject, link.relation, link.object)
        for entry in memory.agent("me").memories.list()
        for link in entry.links
    }
    assert links == {("User", "works at", "Acme"), ("Acme", "is located in", "Rua Nova")}


def test_mem0_keeps_the_latest_text_and_the_first_date(memory, imported):
    texts = [text for _, text in imported("mem0_history.db")]
    assert sorted(texts) == [
        "Alice lives in Porto",
        "Bob plays the cello",
        "I am allergic to cashews",
        "Noted, no cashews",
    ]
    (home,) = [e for e in memory.agent("me").memories.list() if "Porto" in e.content]
    assert (
        home.recorded_at
        == home.said_at
        == datetime.fromisoformat("2026-11-17T18:11:34.648219+00:00")
    )


def test_mem0s_users_are_kept_apart(memory, sample):
    memory.import_(sample("mem0_chroma.sqlite3"))
    assert [agent.id for agent in memory.agents()] == ["alice", "bob"]
    memory.import_(sample("mem0_chroma.sqlite3"), agent="team")
    assert [agent.id for agent in memory.agents()][2:] == ["team/alice", "team/bob"]
    (entry,) = memory.agent("bob").memories.list()
    assert entry.content == "Bob plays the cello"


def test_relations_of_mem0_1_go_to_the_user_of_their_answer(memory, tmp_path):
    def answer(relations, *users):
        results = [{"id": f"m-{user}", "memory": "Likes tea", "user_id": user} for user in users]
        return {"results": results, "relations": relations}

    lives = {"source": "ann", "relationship": "lives_in", "target": "lisbon"}
    about = {"source": "miso", "relationship": "is_a", "target": "cat"}
    saved = [answer([lives, about], "ann"), answer([lives, about], "ann", "bob"), answer([], "bob")]
    path = tmp_path / "mem0.json"
    path.write_text(json.dumps(saved))
    done = memory.import_(path)
    found = {
        user: sorted(entry.content for entry in memory.agent(user).memories.list())
        for user in ("ann", "bob")
    }
    known = ["Likes tea", "ann lives in lisbon", "miso is a cat"]
    assert found == {"ann": known, "bob": ["Likes tea"]}
    assert done.left_out["relations that name no user"] == 1


def test_letta_keeps_what_was_said_and_what_it_knows_about_the_user(memory, imported):
    facts = imported("letta_agent.af")
    assert ("2025-03-14", "Lives in Lisbon") in facts
    assert ("2025-03-14", "# Garden\nMaya plans a roof garden with tomatoes.") in facts
    said = [(turn.role, turn.content) for turn in memory.agent("me").turns()]
    assert said[:2] == [
        ("user", "I moved to Lisbon last week."),
        ("assistant", "Welcome to Lisbon!"),
    ]
    assert memory.agent("me").turns()[0].at == datetime(2025, 3, 14, 9, 5, tzinfo=UTC)


def test_an_agent_file_of_old_letta_is_read(memory, tmp_path):
    path = tmp_path / "old.af"
    path.write_text(
        '{"name": "Ann", "core_memory": [{"label": "human", "value": "Likes tea"}], "messages":'
        ' [{"role": "user", "text": "Hello", "created_at": "2024-05-01T10:00:00"}]}'
    )
    assert memory.import_(path).agents == 1
    assert [turn.content for turn in memory.agent("Ann").turns()] == ["Hello"]
    assert [entry.content for entry in memory.agent("Ann").memories.list()] == ["Likes tea"]


def test_a_fact_of_graphiti_keeps_when_it_was_true(memory, imported):
    imported("graphiti.json")
    porto, lisbon = (
        next(e for e in memory.agent("me").memories.list() if e.content == f"Maya lives in {city}")
        for city in ("Porto", "Lisbon")
    )
    assert porto.valid_from == datetime(2025, 1, 1, 9, 30, tzinfo=UTC)
    assert porto.valid_until == lisbon.valid_from == datetime(2025, 6, 1, 9, 30, tzinfo=UTC)
    assert lisbon.valid_until is None
    spring = memory.agent("me").memories.list(as_of=datetime(2025, 3, 1, tzinfo=UTC))
    assert "Maya lives in Porto" in {entry.content for entry in spring}
    assert "Maya lives in Lisbon" not in {entry.content for entry in spring}
    said = [(turn.speaker, turn.role, turn.content) for turn in memory.agent("me").turns()]
    assert said == [("Maya", "user", "I live in Porto."), (None, "assistant", "How nice!")]


def test_notes_become_knowledge_under_their_path_and_heading(memory, imported, sample):
    assert imported("vault") == [
        ("2023-12-24", "# Bread\n\nFlour, water, salt."),
        (
            "2024-05-03",
            "## Food\nThe best pastry is at Casa Pão. #pastry\n\n```\n# not a heading\n```",
        ),
        ("2024-05-03", "We stayed near the new street."),
    ]
    entry = memory.agent("me").knowledge.get("domain", "vault/Trips/Lisbon.md#Food")
    assert entry.metadata["source"] == "vault/Trips/Lisbon.md"
    assert entry.tags == ("travel", "portugal", "pastry")
    assert memory.import_(sample("vault"), agent="me", dry_run=True).left_out == {
        "embedded files": 1,
        "files that are neither Markdown nor text": 1,
        "files that are not UTF-8 text": 1,
    }


def test_basic_memorys_observations_are_statements_and_the_rest_is_a_document(imported):
    texts = {text for _, text in imported("basic_memory")}
    assert "Coffee Brewing: Pour over gives more clarity than French press" in texts
    assert "Coffee Brewing requires Proper Grinding Technique" in texts
    assert "# Coffee Brewing\n\nHow I make coffee at home." in texts
    assert "# Lisbon Trip\n\nWe stayed at Rua Nova in May.\n\n- [x] book the train" in texts


@pytest.mark.parametrize("word", ["tea ", "tea"])
def test_a_note_of_one_long_line_is_cut_into_passages_and_loses_nothing(memory, tmp_path, word):
    path = tmp_path / "long.md"
    path.write_text(word * 10_000)
    memory.import_(path, agent="me")
    passages = [entry.content for entry in memory.agent("me").memories.list()]
    assert sum(passage.count("t") for passage in passages) == 10_000
    assert len(passages) > 1
    assert max(map(len, passages)) <= 6_000
