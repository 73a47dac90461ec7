"""Resources and prompts: the same rights as the tools, and nothing of another agent."""

import re
from urllib.parse import quote

import pytest
from mcp import MCPError

from recollect import Memory
from recollect.domain.access import Right
from recollect.settings.keys import KeyFile


def read(tools, uri):
    return [part.text for part in tools.request("read_resource", uri).contents]


def refused(tools, method, *arguments):
    with pytest.raises(MCPError) as error:
        tools.request(method, *arguments)
    return error.value.error.message


def messages(tools, name, arguments):
    made = tools.request("get_prompt", name, arguments)
    return [message.content.text for message in made.messages]


def test_templates_name_what_can_be_read(service):
    found = service.tools.request("list_resource_templates").resource_templates
    assert [each.uri_template for each in found] == [
        "recollect://agents/{agent_id}/profile",
        "recollect://agents/{agent_id}/memories/{id}",
        "recollect://agents/{agent_id}/conversations/{id}",
    ]
    assert all(each.title and each.description for each in found)


def test_what_is_listed_can_be_read(service):
    owner = service.memory.agent("default")
    entry = owner.memories.add("Listed: likes green tea")
    owner.remember("I am\n2. off to Porto", conversation="a/b %41", id="1", speaker="Ann")
    listed = service.tools.request("list_resources").resources
    texts = {each.uri: read(service.tools, each.uri) for each in listed}
    memory = texts[f"recollect://agents/default/memories/{entry.id}"]
    assert memory[-1] == "Listed: likes green tea"
    [talk] = texts["recollect://agents/default/conversations/a%2Fb%20%2541"]
    assert talk.startswith("Ann (")
    assert talk.endswith("): I am 2. off to Porto")


def test_a_profile_is_read_and_listed(tmp_path, server, http):
    with Memory.open(
        tmp_path / "m.sqlite",
        extractor="rules",
        embedding_backend="none",
        profile_regenerate_threshold=1,
        home=tmp_path,
    ) as memory:
        memory.agent("maya").remember("I prefer the window seat.", speaker="Maya")
        assert memory.sync().ok
        with server(memory) as url, http(url, X_Recollect_Agent_Id="maya") as tools:
            uris = [each.uri for each in tools.request("list_resources").resources]
            assert uris[0] == "recollect://agents/maya/profile"
            [text] = read(tools, uris[0])
            assert "window seat" in text
            assert "window seat" in messages(tools, "about_me", {})[1]


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("nobody/profile", "not_found: the agent 'nobody' has no profile yet"),
        ("default/memories/none", "not_found: there is no memory 'none'"),
        ("default/conversations/none", "not_found: there is no conversation 'none'"),
        ("default/secrets", "invalid_input: there is no resource 'recollect://agents/default/secr"),
        ("/profile", "invalid_input: "),
    ],
)
def test_a_resource_that_is_not_there_is_explained(service, path, code):
    assert refused(service.tools, "read_resource", f"recollect://agents/{path}").startswith(code)
    assert "nobody" not in {known.id for known in service.memory.agents()}


def test_a_foreign_uri_is_explained(service):
    assert "known: recollect://" in refused(service.tools, "read_resource", "file:///etc/passwd")


def test_a_long_conversation_shows_its_end(service, agent):
    turns = [{"content": f"Turn {n}. " + "very good tea " * 80, "id": f"{n}"} for n in range(60)]
    service.memory.agent(agent).ingest("c", turns)
    [text] = read(service.tools, f"recollect://agents/{quote(agent, safe='')}/conversations/c")
    assert len(text) < 31_000
    first, *_, last = text.splitlines()
    assert first.endswith("earlier turns are not shown.)")
    assert "Turn 59." in last


def test_a_key_reads_the_resources_of_its_agents_only(tmp_path, server, http):
    keys = KeyFile(tmp_path / "keys.json")
    _, anna = keys.add("anna", agents=["anna"], rights=[Right.READ])
    _, pen = keys.add("pen", agents=["*"], rights=[Right.WRITE])
    with (
        Memory.open(
            tmp_path / "m.sqlite", extractor="none", embedding_backend="none", home=tmp_path
        ) as memory,
        server(memory) as url,
        http(url, X_Recollect_Key=anna) as eyes,
        http(url, X_Recollect_Key=pen) as hand,
    ):
        own = memory.agent("anna").memories.add("Likes tea").id
        other = memory.agent("bert").memories.add("Likes rum").id
        memory.agent("bert").remember("Rum!", conversation="c")
        assert [each.title for each in eyes.request("list_resources").resources] == ["Likes tea"]
        assert hand.request("list_resources").resources == []
        for path in (f"memories/{other}", "conversations/c", "profile"):
            uri = f"recollect://agents/bert/{path}"
            assert refused(eyes, "read_resource", uri).startswith("forbidden: no right to read")
        across = refused(eyes, "read_resource", f"recollect://agents/anna/memories/{other}")
        assert across.startswith("not_found")
        uri = f"recollect://agents/anna/memories/{own}"
        assert refused(hand, "read_resource", uri).startswith("forbidden")
        for asked in ({"agent_id": "bert"}, {"agent_id": "bert", "topic": "rum"}):
            name = "recall" if "topic" in asked else "about_me"
            assert refused(eyes, "get_prompt", name, asked).startswith("forbidden")


def test_prompts_bring_what_is_remembered(service, agent):
    service.memory.agent(agent).memories.add("Likes {green} tea")
    asked, known = messages(
        service.tools, "recall", {"topic": "{tea}\nor coffee", "agent_id": agent}
    )
    assert "{tea}\nor coffee" in asked
    assert "Likes {green} tea" in known
    [task] = messages(service.tools, "remember", {})
    assert "memory_add" in task


@pytest.mark.parametrize("mode", ["auto", "legacy"])
@pytest.mark.parametrize(
    ("rights", "offered", "withheld"),
    [
        ({Right.READ}, {"memory_context", "recall", "about_me"}, {"remember"}),
        ({Right.WRITE}, {"memory_add", "memory_update", "memory_delete"}, {"remember", "recall"}),
        ({Right.ADMIN}, {"memory_context", "memory_add", "recall", "remember"}, set()),
    ],
)
def test_a_key_is_told_of_nothing_that_it_may_not_do(
    tmp_path, server, http, mode, rights, offered, withheld
):
    _, secret = KeyFile(tmp_path / "keys.json").add("key", agents=["*"], rights=[*rights])
    with (
        Memory.open(tmp_path / "m.sqlite", embedding_backend="none", home=tmp_path) as memory,
        server(memory) as url,
        http(url, mode, X_Recollect_Key=secret) as tools,
    ):
        names = {tool.name for tool in tools.list()}
        prompts = {each.name for each in tools.request("list_prompts").prompts}
        said = set(re.findall(r"memory_\w+", tools.client.instructions))
    assert said <= names
    assert bool(said & {"memory_add", "memory_update", "memory_delete"}) is (rights != {Right.READ})
    assert offered <= names | prompts
    assert not withheld & prompts


def test_every_prompt_and_argument_has_words(service):
    for prompt in service.tools.request("list_prompts").prompts:
        assert prompt.title
        assert prompt.description
        for argument in prompt.arguments:
            assert argument.description


def test_wrong_prompts_are_explained(service):
    unknown = refused(service.tools, "get_prompt", "dream", {})
    assert unknown == (
        "not_found: there is no prompt 'dream'; known prompts: recall, about_me, remember"
    )
    missing = refused(service.tools, "get_prompt", "recall", {"topic": " "})
    assert missing == "invalid_input: topic is required"
    extra = refused(service.tools, "get_prompt", "remember", {"mood": "good"})
    assert extra.startswith("invalid_input: unknown argument 'mood'")
