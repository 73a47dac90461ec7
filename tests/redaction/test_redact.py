import json
import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from effort import examples
from recollect.redaction.contextual_secrets import find_contextual
from recollect.redaction.named_secrets import find_named
from recollect.redaction.redact import Redaction, _is_suspicious, _lowered, redact, redact_json
from recollect.redaction.secret_numbers import find_numbers
from recollect.redaction.secret_patterns import find_private_keys, find_tokens, token_formats

CORPORA = Path(__file__).parent / "secrets"
# The secrets are fake, and split into pieces because scanners read repositories too.
SECRETS = [json.loads(line) for line in (CORPORA / "secrets.jsonl").read_text("utf-8").splitlines()]
LOOKALIKES = [
    json.loads(line) for line in (CORPORA / "lookalikes.jsonl").read_text("utf-8").splitlines()
]


def by_name(corpus):
    return [pytest.param(line, id=line["name"]) for line in corpus]


def in_full(line):
    return line["text"].replace("§", "".join(line["secret"]))


# --- the corpora


@pytest.mark.parametrize("line", by_name(SECRETS))
def test_a_secret_is_replaced_and_nothing_else(line):
    kept = line["text"].replace("§", f"[redacted:{line['kind']}]")
    assert redact(in_full(line)) == Redaction(kept, (line["kind"],))


@pytest.mark.parametrize("line", by_name(LOOKALIKES))
def test_a_harmless_lookalike_stays(line):
    assert redact(line["text"]) == Redaction(line["text"], ())


@pytest.mark.parametrize("line", by_name(SECRETS))
def test_a_secret_is_found_in_the_middle_of_a_conversation(line):
    around = "Thanks for yesterday!\n\n{}\n\nSee you on Monday.".format
    kept = line["text"].replace("§", f"[redacted:{line['kind']}]")
    assert redact(around(in_full(line))).text == around(kept)


def test_the_corpora_are_as_large_as_promised():
    assert len(SECRETS) >= 200
    assert len(LOOKALIKES) >= 300


# --- the result


def test_the_sentence_stays_readable():
    text = "my wifi password is hunter2, please note"
    assert redact(text).text == "my wifi password is [redacted:password], please note"


def test_kinds_are_listed_once_in_order_of_appearance():
    key = "sk-" + "ant-api03-" + "Zx9Kq" * 8
    text = f"password: hunter2x\nkey {key}\npassword: hunter3x\npostgres://a:b1c2@host/db"
    assert redact(text).kinds == ("password", "anthropic-key")
    assert redact(text).text.count("[redacted:password]") == 3


def test_a_placeholder_that_was_there_is_not_counted():
    assert redact("password: [redacted:password] and hunter2 is my password").kinds == ()
    assert redact("the key [redacted:api-key], password: hunter2x").kinds == ("password",)


def test_a_value_that_contains_a_token_is_replaced_entirely():
    text = "password=prefix-" + "ghp_" + "aB3dE6gH9j" * 4 + "-suffix!"
    assert redact(text).text == "password=[redacted:github-token]"


@pytest.mark.parametrize(
    "written", ["API_TOKEN={}", 'token: "{}"', "my token is {} ok", "'token': '{}'"]
)
def test_a_very_long_value_is_replaced_to_its_end(written):
    text = written.format("aB3dE6gH9j" * 90)
    assert redact(text).text == written.format("[redacted:token]")


def test_letters_that_grow_in_lower_case_do_not_shift_the_secret():
    assert redact("İİİİ password: hunter2x İ").text == "İİİİ password: [redacted:password] İ"


@pytest.mark.parametrize("text", ["", " ", "\x1f", "password: hunter2x \x1f", "a\x00b", "\ud800"])
def test_odd_texts_keep_everything_but_secrets(text):
    assert redact(text).text == text.replace("hunter2x", "[redacted:password]")


@pytest.mark.parametrize(
    "shape", token_formats(), ids=lambda shape: f"{shape.kind} {shape.anchors[0]}"
)
def test_every_format_compiles_and_its_placeholder_is_recognized(shape):
    assert re.compile(shape.pattern)
    assert redact(f"[redacted:{shape.kind}]").text == f"[redacted:{shape.kind}]"
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", shape.kind)


# --- properties

FRAGMENTS = st.one_of(
    st.sampled_from([in_full(line) for line in SECRETS] + [line["text"] for line in LOOKALIKES]),
    st.sampled_from(["".join(line["secret"]) for line in SECRETS]),
    st.sampled_from(
        [
            "",
            " ",
            "\n",
            ", ",
            "=",
            ": ",
            "'",
            '"',
            "@",
            "/",
            "-",
            " is ",
            "[redacted:x]",
            "://",
            "\x1f",
        ]
        + ["[redacted:", "]", "password ", "token=", "(", "`", "&", ";", "İ", "my key: ", "密码是"]
    ),
    st.text(max_size=12),
)


@settings(max_examples=examples(400), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(FRAGMENTS, max_size=6).map("".join))
def test_redacting_twice_changes_nothing(text):
    once = redact(text)
    assert redact(once.text) == Redaction(once.text, ())


def closely(text):
    low = _lowered(text)
    return [
        *find_private_keys(text),
        *find_tokens(text),
        *find_contextual(text, low),
        *find_numbers(text, low),
        *find_named(text, low),
    ]


@settings(max_examples=examples(400), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.lists(FRAGMENTS, max_size=3).map("".join), st.sampled_from(["", r"[0-9]", r"[^a-zA-Z :]"])
)
def test_the_quick_check_misses_nothing_that_a_full_scan_finds(text, without):
    text = re.sub(without, "", text) if without else text
    assert _is_suspicious(text, text.lower()) or not closely(text)


@settings(max_examples=examples(200), deadline=None)
@given(st.text(), st.data())
def test_redacting_is_the_same_every_time(text, data):
    text += data.draw(FRAGMENTS)
    assert redact(text) == redact(text)


JSON_VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False), FRAGMENTS),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(
            st.one_of(FRAGMENTS, st.sampled_from(["password", "name", "value"])), inner
        ),
    ),
    max_leaves=8,
)


def shape_of(value):
    if isinstance(value, dict):
        return [shape_of(item) for item in value.values()]
    if isinstance(value, list):
        return [shape_of(item) for item in value]
    # A number that is a secret becomes a placeholder.
    return type(value) if value is None or isinstance(value, bool) else "number or text"


@settings(max_examples=examples(200), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(JSON_VALUES)
def test_json_keeps_its_structure_and_redacting_it_twice_changes_nothing(value):
    once = redact_json(value)
    assert shape_of(once) == shape_of(value)
    assert redact_json(once) == once


# --- metadata


@pytest.mark.parametrize(
    "key",
    ["password", "Password", "user_password", "dbPassword", "passwd", "pwd", "pass", "passphrase"]
    + ["api_key", "apiKey", "API-KEY", "x-api-key", "secret", "client_secret", "clientSecret"]
    + ["token", "access_token", "refreshToken", "authorization", "Authorization", "auth", "cookie"]
    + ["Set-Cookie", "private_key", "secretAccessKey", "credentials", "jwt", "contraseña", "пароль"]
    + ["password_confirmation", "DB_PASSWORD_PROD", "pin", "recovery_code", "encryption_key"],
)
def test_the_value_of_a_secret_key_is_replaced_entirely(key):
    redacted = redact_json({key: "any old words"})
    assert re.fullmatch(r"\[redacted:[a-z-]+\]", redacted[key])


@pytest.mark.parametrize(
    "key",
    ["password_hash", "password_field", "token_count", "token_type", "key", "primary_key", "author"]
    + ["max_tokens", "session_id", "keyboard", "secretary", "public_key", "next_page_token", "note"]
    + ["passport", "token_url", "api_key_id", "secret_name", "cache_key", "title"],
)
def test_the_value_of_another_key_is_scanned_as_text(key):
    value = {key: "any old words"}
    assert redact_json(value) == value


def test_nested_metadata_keeps_its_shape():
    value = {
        "user": {"name": "bob", "password": "hunter2", "age": 42, "admin": True, "x": None},
        "notes": ["my password is hunter2", 1.5, ["ok"]],
        "passwords": ["one", "two"],
    }
    assert redact_json(value) == {
        "user": {
            "name": "bob",
            "password": "[redacted:password]",
            "age": 42,
            "admin": True,
            "x": None,
        },
        "notes": ["my password is [redacted:password]", 1.5, ["ok"]],
        "passwords": ["[redacted:password]", "[redacted:password]"],
    }


def test_a_name_in_one_value_announces_the_value_next_to_it():
    headers = [{"name": "Authorization", "value": "plain"}, {"name": "Accept", "value": "plain"}]
    assert redact_json(headers) == [
        {"name": "Authorization", "value": "[redacted:authorization]"},
        {"name": "Accept", "value": "plain"},
    ]
    assert redact_json({"selector": "#password", "text": "abc"}) == {
        "selector": "#password",
        "text": "[redacted:password]",
    }


def test_secrets_used_as_keys_get_distinct_placeholders():
    one, two = ("ghp_" + letter * 3 + "aB3dE6gH9j" * 4 for letter in "xy")
    assert redact_json({one: 1, two: 2}) == {
        "[redacted:github-token]": 1,
        "[redacted:github-token]#2": 2,
    }


@pytest.mark.parametrize("value", ["", " ", "[redacted:password]", "[redacted:api-key]"])
def test_empty_values_and_placeholders_stay_under_a_secret_key(value):
    assert redact_json({"password": value}) == {"password": value}


def test_the_original_is_unchanged():
    value = {"password": "hunter2", "list": ["my password is hunter2"]}
    redact_json(value)
    assert value == {"password": "hunter2", "list": ["my password is hunter2"]}


def test_plain_values_pass_through():
    assert [redact_json(value) for value in (None, True, 7, 1.5, "words")] == [
        None,
        True,
        7,
        1.5,
        "words",
    ]


# --- long and hostile texts: each must terminate within the time limit of a test

HOSTILE = (
    *(
        "a",
        "=",
        ":",
        " ",
        "\n",
        "'",
        '"',
        "`",
        "@",
        "\\",
        "://",
        "://a:",
        "://a:b@",
        "eyJ",
        "eyJaaaaaaaaa.",
    ),
    *(
        "password ",
        "password",
        "password=",
        "password: ",
        "password is ",
        "password for a ",
        "password I use ",
        "one-time code you ",
        "password='",
    ),
    *(
        "-----BEGIN",
        "-----BEGIN " + "PRIVATE KEY-----",
        "-----BEGIN " + "PRIVATE KEY-----\nAAAA1111BB\n",
    ),
    *(
        "token=",
        "key",
        "_key",
        "sk-",
        "api_",
        "a_",
        "[redacted:",
        "[redacted:x]",
        "密码是",
        "İ",
        "1",
        "A",
    ),
    *(
        "authorization: bearer ",
        "cookie: a=b;",
        "curl -u ",
        "mysql -p",
        "echo ",
        "fill(password,",
        "s.",
    ),
    *(
        "seed phrase ",
        "passphrase abc",
        "2fa aaaa ",
        "wifi:p:",
        "abcdef1 is my ",
        "password: hunter2x ",
    ),
    "password=md5" + "_" * 390 + "! ",
    "password=" + "1x" * 195 + "! ",
    "password=" + "a." * 195 + "! ",
    "password: " + "/a" * 195 + "! ",
)


@pytest.mark.slow
@pytest.mark.timeout(120)
@pytest.mark.parametrize("unit", HOSTILE, ids=lambda unit: repr(unit[:24]))
def test_a_hostile_text_of_200_kb_terminates(unit):
    text = (unit * (200_000 // len(unit) + 1))[:200_000]
    assert redact(text).text


# --- numbers in metadata


@pytest.mark.parametrize(
    ("key", "value", "kind"),
    [
        ("card", 4111111111111111, "card-number"),
        ("card", 4111111111111111.0, "card-number"),
        ("number", 5500005555555559, "card-number"),
        ("cvv", 123, "cvv"),
        ("cvc", "123", "cvv"),
        ("pin", 4711, "pin"),
        ("password", 12345678, "password"),
        ("ssn", 123456789, "ssn"),
        ("door_code", 4711, "code"),
        ("doorCode", "4711", "code"),
        ("alarm-code", 4711, "code"),
        ("api_key", 123456789012, "api-key"),
        ("token", 987654321012, "token"),
    ],
)
def test_a_number_that_is_a_secret_is_replaced(key, value, kind):
    hidden = f"[redacted:{kind}]"
    assert redact_json({key: value}) == {key: hidden}
    assert redact_json({"deep": [{"er": {key: [value]}}]}) == {"deep": [{"er": {key: [hidden]}}]}
    assert redact_json(redact_json({key: value})) == {key: hidden}


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("tokens", 1234),
        ("max_tokens", 4096),
        ("token", 500),
        ("order_id", 4111111111111111),
        ("at", 1763400000000),
        ("phone", 4915112345678),
        ("status_code", 404),
        ("zip_code", 12345),
        ("score", 0.123456),
        ("price", 4111.5),
        ("seed", 42),
        ("pass", 1),
        ("flag", True),
        ("big", 10**40),
        ("negative", -5),
        ("year", 2026),
        ("huge", 1e300),
    ],
)
def test_any_other_number_stays_a_number(key, value):
    assert redact_json({key: value}) == {key: value}


def test_a_card_number_in_a_list_without_a_key_is_replaced():
    assert redact_json({"seen": [1, [4111111111111111]]}) == {
        "seen": [1, ["[redacted:card-number]"]]
    }
