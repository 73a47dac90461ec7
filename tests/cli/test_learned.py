"""What was learned, on the command line: review, profile, recaps, graph, what was laid down, what is known by key."""

import re
import shlex

import pytest

STYLE = re.compile(r"\x1b\[[0-9;]*m")
TALKS = {
    "spring": [
        "I live in Porto. I work at a bakery.",
        "I am allergic to peanuts. My sister Ana lives in Lisbon.",
        "I have decided to learn Japanese. I need to renew my passport by Friday.",
        "I don't like coffee. I like tea. I speak French. I am vegetarian. I like jazz.",
    ],
    "summer": ["I moved to Lisbon last week.", "I like coffee. I am allergic to peanuts."],
}


@pytest.fixture
def learned(memory):
    """Two conversations of alice, learned from."""
    with memory() as opened:
        for month, (talk, said) in enumerate(TALKS.items(), 3):
            turns = [
                {"content": text, "id": f"{talk}-{n}", "at": f"2026-0{month}-02T09:0{n}:00+00:00"}
                for n, text in enumerate(said, 1)
            ]
            opened.agent("alice").ingest(talk, turns)
        assert opened.sync().ok


def entry(run, words):
    """The memory of alice that says this, as JSON."""
    (found,) = run("memories", "alice", "--status", "all", "--find", words, "--json").json
    return found


def test_the_list_shows_the_status_of_each_memory(run, learned):
    lines = run("memories", "alice", "--status", "all").out.splitlines()
    cells = [re.split(r"\s{2,}", line) for line in lines]
    assert cells[0] == ["ID", "SAID", "MEMORY"]
    shown = [row[-1] for row in cells[1:]]
    assert "“I like coffee” (preference, review)" in shown
    assert "User is allergic to peanuts." in shown, "what is as usual is not said"
    assert "User: User" not in run("status").out, "the sentence names whom it is about"


def test_what_is_corrected_in_part_says_so_and_by_what(run, memory):
    with memory() as opened:
        alice = opened.agent("alice")
        said = ("I run on Mondays, Wednesdays and Fridays.", "Actually I don't run on Fridays.")
        for number, text in enumerate(said):
            alice.remember(text, conversation=f"c{number}")
            opened.sync()
        old, new = sorted(alice.memories.list(), key=lambda each: each.recorded_at)
        alice.memories.update(new.id, metadata={**new.metadata, "corrects": [old.id]})
    assert "(partly corrected)" in run("memories", "alice").out
    shown = run("memories", "show", "alice", old.id).out
    assert f"partly corrected by  {new.id[:8]}" in shown


def test_what_no_longer_holds_is_marked(run):
    run("memories", "add", "alice", "Ana visits", "--valid-until", "2020-01-01T00:00:00+00:00")
    run("memories", "add", "alice", "Ana stays", "--valid-until", "2199-01-01T00:00:00+00:00")
    stays, visits = run("memories", "alice").out.splitlines()[1:]
    assert visits.endswith("  Ana visits (by hand, expired)")
    assert stays.endswith("  Ana stays (by hand)")


def test_the_list_is_narrowed_by_priority_and_time(run, learned):
    high = run("memories", "alice", "--priority", "high", "--json").json
    assert {found["priority"] for found in high} == {"high"}
    assert run("memories", "alice", "--after", "2199-01-01", "--json").json == []
    every = run("memories", "alice", "--json").json
    assert run("memories", "alice", "--before", "2199-01-01", "--json").json == every
    assert run("memories", "alice", "--after", "soon").code == 1


def test_a_memory_shows_every_sentence_it_came_from(run, learned):
    shown = run("memories", "show", "alice", entry(run, "peanuts")["id"]).out
    assert "memory        User is allergic to peanuts.\n" in shown
    assert "quote         “I am allergic to peanuts”\n" in shown
    assert "turn spring-2 of conversation spring, 2026-03-02\n" in shown
    assert "also said     “I am allergic to peanuts”, turn summer-2 of conversation summer" in shown


def test_a_memory_shows_until_when_it_held_and_what_took_its_place(run, learned):
    shown = run("memories", "show", "alice", entry(run, "Porto")["id"]).out
    assert "valid         until 2026-" in shown
    assert "superseded" not in shown
    assert f"replaced by   {entry(run, 'moved')['id'][:8]}  “I moved to Lisbon" in shown


def test_a_memory_shows_what_contradicts_it_and_how_to_decide(run, learned):
    ended = run("memories", "show", "alice", entry(run, "I like coffee")["id"])
    assert "“I don't like coffee”" in ended.out
    assert "recollect review resolve alice" in ended.err


def test_the_review_lists_both_sides_with_their_sentences_and_days(run, learned):
    ended = run("review", "alice")
    assert ended.out == run("review", "list", "alice").out
    later, earlier = "  “I like coffee”\n          User, turn summer-2", "  “I don't like coffee”\n"
    assert f"{later} of conversation summer, 2026-04-02\n" in ended.out
    assert f"{earlier}          User, turn spring-4 of conversation spring, 2026-03-02" in ended.out
    assert "1 decision to make." in ended.out
    (pair,) = run("review", "alice", "--json").json
    assert [rival["content"] for rival in pair["rivals"]] == ["I don't like coffee"]


@pytest.mark.parametrize(
    ("keep", "standing"),
    [
        ("this", ("active", "superseded")),
        ("others", ("superseded", "active")),
        ("both", ("active", "active")),
    ],
)
def test_a_decision_is_kept(run, learned, keep, standing):
    (pair,) = run("review", "alice", "--json").json
    ended = run("review", "resolve", "alice", pair["id"][:6], "--keep", keep)
    assert (ended.code, "Resolved." in ended.out) == (0, True)
    found = (entry(run, "I like coffee"), entry(run, "I don't like coffee"))
    assert tuple(each["status"] for each in found) == standing
    assert "Nothing to review." in run("review", "alice").out
    again = run("review", "resolve", "alice", pair["id"], "--keep", keep, "--json")
    assert (again.code, again.json["error"]["code"]) == (1, "conflict")


def test_without_an_agent_what_waits_of_all_is_listed(run, learned, memory):
    with memory() as opened:
        for number in range(6):
            opened.agent(f"a{number}").ingest("c", [{"content": "Forget my number.", "id": "a"}])
        opened.sync()
    listed = run("review", "list")
    assert listed.code == 0
    assert all(f"Agent a{number}\n" in listed.out for number in range(6))
    assert "I like coffee" in listed.out
    found = run("review", "list", "--json").json
    assert {each["agent"] for each in found} == {"alice", *(f"a{n}" for n in range(6))}
    assert "and of 2 more agents: recollect review list\n" in run("status").out
    assert len(run("status", "--json").json["in_review"]) == 7


def test_what_a_user_asked_to_be_forgotten_is_listed_and_deleted(run, learned, memory):
    with memory() as opened:
        opened.agent("alice").ingest(
            "autumn", [{"content": "Forget that I like coffee.", "id": "a"}]
        )
        opened.sync()
    ended = run("review", "alice")
    assert "2 decisions to make." in ended.out
    assert "asks to forget\n" in ended.out
    _, request = run("review", "alice", "--json").json
    assert request["request"]["content"] == "Forget that I like coffee"
    assert f"resolve alice {request['id'][:8]} --keep none" in ended.err
    assert "2 decisions about memories of alice" in run("status").out
    done = run("review", "resolve", "alice", request["id"][:6], "--keep", "none")
    assert (done.code, entry(run, "I like coffee")["status"]) == (0, "deleted")
    assert "Each memory goes as a whole" in ended.err
    assert "Deleting all of: “I like coffee”" in done.err
    assert "Resolved: deleted 2 memories.\n" in done.out
    assert "3 messages say it too and stay" in done.err
    assert "To delete them: recollect find coffee --agent alice\n" in done.err
    assert "Nothing to review." in run("review", "alice").out


def test_a_request_that_no_memory_matches_says_what_each_decision_does(run, memory):
    with memory() as opened:
        for asked in ("Please forget my passport number.", "Delete all my data."):
            opened.agent("alice").remember(asked, conversation="c")
        opened.sync()
    ended = run("review", "alice")
    assert "To delete everything that is stored: recollect erase alice\n" in ended.err
    everything, number = (each["id"] for each in run("review", "alice", "--json").json)
    done = run("review", "resolve", "alice", number, "--keep", "none")
    assert "Resolved: contexts leave out nothing by it.\n" in done.out
    assert "Nothing is deleted, because no memory matched." in done.err
    done = run("review", "resolve", "alice", everything, "--keep", "none")
    assert "Nothing is deleted, because it names nothing" in done.err
    with memory() as opened:
        for said in ("The vault code is four swans.", "Forget that."):
            opened.agent("alice").remember(said, conversation="d")
        opened.sync()
    assert "“The vault code is four swans.”\n" in run("review", "alice").out
    (that,) = run("review", "alice", "--json").json
    done = run("review", "resolve", "alice", that["id"], "--keep", "none")
    assert "Resolved: contexts leave out that message.\n" in done.out


def test_a_request_says_what_goes_with_it_and_what_is_gone_already(run, memory):
    with memory() as opened:
        alice = opened.agent("alice")
        for said in ("I like hiking and sailing.", "Forget that I like sailing."):
            alice.remember(said, conversation="c")
            opened.sync()
    more = "says more than that: edit it first to keep the rest\n"
    assert more in run("review", "alice").out
    (request,) = run("review", "alice", "--json").json
    assert request["says_more"] == [request["memories"][0]["id"]]
    run("memories", "edit", "alice", request["says_more"][0], "I like hiking")
    ended = run("review", "alice")
    assert "what it named has been deleted or edited since\n" in ended.out
    assert (more in ended.out, "recollect erase" in ended.err) == (False, False)
    done = run("review", "resolve", "alice", request["id"], "--keep", "none")
    assert 'Resolved: contexts leave out "like sailing" in 1 message.\n' in done.out
    assert "Nothing is deleted, because what it named is gone already." in done.err


def test_the_hint_after_a_request_finds_what_says_the_same_in_other_words(run, memory):
    with memory() as opened:
        chloe = opened.agent("chloe")
        chloe.remember("J'habite à Nantes.", conversation="c")
        chloe.remember("Oublie mon adresse s'il te plaît.", conversation="c")
        opened.sync()
        (request,) = chloe.review.deletion_requests()
        assert len(request.memories) == 1
    done = run("review", "resolve", "chloe", request.id, "--keep", "none")
    assert "1 message says it too and stays" in done.err
    command = done.err.replace("\n", " ").partition("To delete them: recollect ")[2]
    found = run(*shlex.split(command), "--json").json["found"]
    turns = [each["text"] for each in found if each["what"] == "turn"]
    assert turns == ["J'habite à Nantes."]


def test_a_decision_of_nothing_known_is_refused(run, learned):
    (pair,) = run("review", "alice", "--json").json
    ended = run("review", "resolve", "alice", pair["id"], "--keep", "neither")
    assert (ended.code, "it is one of: this, others, both, none, all" in ended.err) == (1, True)
    without = run("review", "resolve", "alice", pair["id"])
    assert (without.code, "it is one of: this, others" in without.err) == (1, True)
    assert run("review", "nobody").code == 1


def test_the_profile_is_read_in_each_of_its_versions(run, learned):
    shown = run("profile", "alice")
    assert "- User is allergic to peanuts." in shown.out
    assert shown.err.startswith("Version 1, written ")
    for number in range(10):
        run("memories", "add", "alice", f"Knows the song number {number}", "--kind", "skill")
    run("sync")
    versions = run("profile", "alice", "--versions", "--json").json
    assert [version["version"] for version in versions] == [1, 2]
    assert "- Knows the song number 3" in run("profile", "alice").out
    assert run("profile", "alice", "--version", "1").out == shown.out
    assert run("profile", "alice", "--as-of", versions[0]["at"]).out == shown.out
    assert len(run("profile", "alice", "--versions").out.splitlines()) == 3


def test_a_line_of_the_profile_says_that_a_part_of_it_was_corrected(run, memory):
    said = "The wedding is on 12 December at Kew Gardens, the dress code is green."
    right = "Small correction, the wedding is on the 14th of December, not the 12th."
    with memory() as opened:
        ada = opened.agent("ada")
        ada.remember(said, conversation="c", at="2026-11-01T10:00:00+00:00")
        for number in range(10):
            ada.memories.add(f"Knows the song number {number}", kind="skill")
        assert opened.sync().ok
        ada.remember(right, conversation="c", at="2026-11-03T10:00:00+00:00")
        assert opened.sync().ok
        ada.memories.add("Was in Kew Gardens", valid_until="2026-11-04T10:00:00+00:00")
    shown = run("profile", "ada").out
    marked = [line for line in shown.splitlines() if "partly" in line]
    assert ["Kew Gardens" in line for line in marked] == [True]
    assert "the 14th of December" in shown, "it does not wait for ten more memories"
    found = run("search", "ada", "When is the wedding at Kew Gardens?").out
    assert "(partly corrected 3 Nov 2026)" in found, found
    assert "Was in Kew Gardens (expired)" in found


def test_a_profile_that_is_not_there_says_why(run, learned):
    assert "No profile at that time." in run("profile", "alice", "--as-of", "2001-01-01").out
    assert run("profile", "alice", "--as-of", "2001-01-01", "--json").json is None
    assert "has no version 9" in run("profile", "alice", "--version", "9").err
    run("memories", "add", "bob", "Likes tea")
    assert "after 10 new memories" in run("profile", "bob").out


def test_a_profile_says_that_it_has_none_but_the_users_own_words(run, memory):
    with memory() as opened:
        for number in range(12):
            opened.agent("tools").memories.add(f"Service {number} is up.", origin="assistant")
            opened.agent("tools").knowledge.put("domain", f"svc-{number}", "It is up.")
        assert opened.sync().ok
    shown = run("profile", "tools").out
    assert "the user's own words alone" in " ".join(shown.split())
    assert "after 10 new memories" not in shown


def test_recaps_are_shown_of_all_or_of_one_conversation(run, learned):
    shown = run("summaries", "alice").out
    assert "spring\n" in shown
    assert "summer\n" in shown
    assert "  User: " in shown
    assert "decided to learn Japanese" in shown
    (recap,) = run("summaries", "alice", "--conversation", "summer", "--json").json
    assert (recap["conversation"], recap["turns"]) == ("summer", 2)
    assert run("summaries", "alice", "--conversation", "winter").code == 1
    run("memories", "add", "bob", "Likes tea")
    assert "No summaries yet." in run("summaries", "bob").out


def test_the_graph_is_walked_from_a_name(run, learned):
    every = run("graph", "alice", "--json").json
    assert every["relations"]
    tie = every["relations"][0]
    near = run("graph", "alice", tie["object"].lower(), "--depth", "1", "--json").json
    ends = [(each["subject"], each["object"]) for each in near["relations"]]
    assert (tie["subject"], tie["object"]) in ends
    assert {tie["subject"], tie["object"]} <= {each["name"] for each in near["entities"]}
    alike = run("graph", "alice", "--relation", tie["relation"], "--json").json["relations"]
    assert {each["relation"] for each in alike} == {tie["relation"]}
    assert tie["object"] in run("graph", "alice", tie["object"]).out
    assert "Mentioned: " in run("graph", "alice").err


def test_the_graph_of_an_earlier_day_and_of_nobody(run, learned):
    assert run("graph", "alice", "--as-of", "2001-01-01", "--json").json == {
        "entities": [],
        "relations": [],
    }
    ended = run("graph", "alice", "Atlantis")
    assert (ended.code, ended.out) == (0, "No relation of Atlantis is known.\n")
    assert "user" in ended.err
    assert run("graph", "alice", "user", "--depth", "6").code == 1


def test_what_is_laid_down_is_listed_moved_changed_and_taken_away(run):
    first = run("instructions", "add", "alice", "Answer in Portuguese", "--json").json
    second = run("instructions", "add", "alice", "Call me Al", "--json").json
    assert [each["content"] for each in run("instructions", "alice", "--json").json] == [
        "Answer in Portuguese",
        "Call me Al",
    ]
    run("instructions", "move", "alice", second["id"][:8], "1")
    assert run("instructions", "move", "alice", "1", "2").code == 0
    moved = run("instructions", "move", "alice", "2", "1", "--json").json
    assert [each["id"] for each in moved] == [second["id"], first["id"]]
    run("instructions", "edit", "alice", first["id"], "Answer in English")
    assert "Answer in English" in run("context", "alice").out
    run("instructions", "delete", "alice", first["id"][:8])
    assert [each["id"] for each in run("instructions", "alice", "--json").json] == [second["id"]]


def test_instructions_said_in_conversations_are_listed_under_their_own_heading(run, memory):
    with memory() as opened:
        opened.agent("ada").remember("Please always answer in Portuguese.", conversation="talk")
        assert opened.sync().ok
    shown = run("instructions", "ada").out
    assert shown.startswith("Said in conversations\n")
    assert "answer in Portuguese" in shown
    assert run("instructions", "ada", "--json").json == []
    run("instructions", "add", "ada", "Be brief")
    assert re.search("Be brief\n\nSaid in conversations\n", run("instructions", "ada").out)


def test_what_cannot_be_done_to_instructions_is_said(run):
    # By the name of the API too.
    made = run("overrides", "add", "alice", "Call me Al", "--json").json
    assert "alice has 1 instruction" in run("instructions", "move", "alice", made["id"], "2").err
    assert "'alice' has no instruction 'zz'" in run("instructions", "delete", "alice", "zz").err
    assert run("instructions", "nobody", "--json").json["error"]["code"] == "not_found"
    run("instructions", "delete", "alice", made["id"])
    assert "No instructions yet." in run("instructions", "alice").out


def test_knowledge_is_kept_under_its_key_and_surer_by_use(run):
    put = ("knowledge", "put", "alice", "domain", "example.org")
    assert run(*put, "Log in with SSO", "--json").json["confidence"] == 0.5
    assert "confidence 0.60" in run(*put, "Log in with SSO").out
    assert run("knowledge", "use", "alice", "domain", "example.org", "--json").json[
        "confidence"
    ] == pytest.approx(0.65)
    assert run(*put, "Log in by mail", "--json").json["content"] == "Log in by mail"
    (known,) = run("knowledge", "alice", "domain", "--json").json
    assert known["key"] == "example.org"
    missing = run("knowledge", "alice", "error_pattern").out
    assert "No knowledge in category error_pattern yet." in missing


def test_what_is_known_under_one_key_is_shown(run):
    run("knowledge", "put", "alice", "domain", "example.org", "Log in with SSO")
    shown = run("knowledge", "show", "alice", "domain", "example.org", "--json").json
    assert (shown["key"], shown["content"]) == ("example.org", "Log in with SSO")
    assert "Log in with SSO" in run("knowledge", "show", "alice", "domain", "example.org").out
    assert run("knowledge", "show", "alice", "domain", "example.com").code == 1


def test_a_category_or_key_that_is_not_there_is_said(run):
    run("memories", "add", "alice", "Likes tea")
    ended = run("knowledge", "list", "alice", "rumour")
    assert (ended.code, "it is one of: domain, error_pattern" in ended.err) == (1, True)
    assert "summary" not in ended.err
    assert run("knowledge", "use", "alice", "domain", "example.org").code == 1
    assert run("knowledge", "use", "nobody", "domain", "x", "--json").json["error"]["field"] == (
        "agent"
    )


def test_every_screen_fits_eighty_columns(run, learned, terminal):
    run("instructions", "add", "alice", "Answer in Portuguese, " * 10)
    run("knowledge", "put", "alice", "website_knowledge", "example.org/" + "x" * 90, "Slow " * 40)
    terminal(80)
    for args in (
        ("memories",),
        ("review",),
        ("profile",),
        ("profile", "--versions"),
        ("summaries",),
        ("graph",),
        ("instructions",),
        ("knowledge",),
    ):
        noun, *options = args
        shown = run(noun, "alice", *options)
        assert shown.code == 0
        assert max(map(len, STYLE.sub("", shown.out).splitlines())) <= 80, noun
