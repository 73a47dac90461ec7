def test_a_models_tier_is_told_with_its_split(run):
    ended = run("tier", "qwen2.5:7b")
    assert (ended.code, ended.err) == (0, "")
    assert "tier        small" in ended.out
    assert "its name states 7 billion parameters, so it is small" in ended.out
    assert "the last 6 pairs of messages" in ended.out
    assert "10 % system, 15 % history, 55 % context, 20 % response" in ended.out
    assert "rewritten by rules" in ended.out
    assert "rewritten by the model" in run("tier", "qwen2.5:14b").out
    told = run("tier", "gpt-5", "--json").json
    assert (told["tier"], told["pairs"], told["known"]) == ("large", 15, True)
    assert told["split"] == {"system": 10, "history": 15, "context": 60, "response": 15}


def test_an_unknown_name_is_medium_and_says_so(run):
    ended = run("tier", "mystery")
    assert "assumed to be medium" in ended.out
    assert "Unknown model name" in ended.err
    assert run("tier", "mystery", "--json").json["known"] is False
    assert run("tier", "").code == 1
