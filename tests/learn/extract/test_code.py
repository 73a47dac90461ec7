"""Code in the midst of a sentence belongs to it; code that was put in from elsewhere does not."""

import pytest

KEPT = [
    (
        "I'm building a CLI called `tidepool` in Rust.",
        "User is building a CLI called `tidepool` in Rust.",
    ),
    (
        "Always run `cargo clippy -- -D warnings` before committing.",
        "User wants this kept to: Always run `cargo clippy -- -D warnings` before committing.",
    ),
    (
        "Never use `unwrap()` in production code.",
        "User wants this kept to: Never use `unwrap()` in production code.",
    ),
    ("Our main branch is `main`.", "User's main branch is `main`."),
    ("I prefer `pnpm` over `npm`.", "User prefers `pnpm` over `npm`."),
    # What looks like the end of a sentence, a date, or the speaker is code.
    (
        "We deploy with `fly deploy --app tide; fly status`.",
        "User and others deploy with `fly deploy --app tide; fly status`.",
    ),
    (
        "Always write `for i in items, my_list:` in examples.",
        "User wants this kept to: Always write `for i in items, my_list:` in examples.",
    ),
    (
        'Always run `git commit -m "one two three four five"` first.',
        'User wants this kept to: Always run `git commit -m "one two three four five"` first.',
    ),
    (
        "Ich baue ein Tool namens `gezeiten` in Rust.",
        "Nutzer baut ein Tool namens `gezeiten` in Rust.",
    ),
    ("Mi rama principal es `main`.", "La rama principal del usuario es `main`."),
    (
        "Lance toujours `make test` avant de committer.",
        "Consigne de l'utilisateur : Lance toujours `make test` avant de committer.",
    ),
    # Some write it for an apostrophe.
    ("I don`t eat meat.", "User doesn't eat meat."),
]


@pytest.mark.parametrize(("said", "content"), KEPT, ids=lambda value: value)
def test_code_in_a_sentence_is_kept_with_it(only, said, content):
    made = only(said)
    assert made.content == content
    assert made.quote == said.rstrip(".")
    assert said[made.start : made.end] == made.quote


def test_a_name_in_code_is_that_of_a_thing_without_its_ticks(only):
    made = only("I work at `Siemens`.")
    assert [one.name for one in made.entities] == ["Siemens"]


@pytest.mark.parametrize(
    "said",
    [
        "`I live in Rome`",
        "translate this for me:\n`I live in Rome`",
        f"I wrote `I live in Rome {'and in Paris ' * 10}`",
        "my password is `hunter2`",
        "My API key is `sk-proj-abcdefghijklmnop1234567890abcd`.",
        "My API key is `[redacted:openai-key]`.",
    ],
)
def test_nothing_is_kept_of_code_that_is_put_in_or_secret(understood, said):
    assert [one.content for one in understood(said)] == []


def test_names_in_code_are_nobody_that_is_spoken_of(understood):
    made = understood("My brother Tom is a nurse. Always use `Path` here. He lives in Leeds.")
    assert "Tom lives in Leeds." in [one.content for one in made]


def test_what_is_said_below_a_block_of_code_is_understood_as_without_it(understood):
    block = "```\nImportError: cannot import name 'soft_unicode' from 'markupsafe'\n```\n"
    said = "legacy thing at work. not allowed to upgrade flask until the Q3 freeze is over"
    assert [one.content for one in understood(block + said)] == [
        "User is not allowed to upgrade flask until the Q3 freeze is over."
    ]
