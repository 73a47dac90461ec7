"""Blanking what the author did not write; their own words keep their position."""

import hashlib
import json

import pytest

from recollect.domain.data_files import read_toml
from recollect.extraction.own_words import (
    BLANK,
    RULES,
    blank_foreign_text,
    blank_recalled_memory,
    own_words,
    readable,
    shortened,
    with_pasted_prose,
)

BEFORE = "I moved to Porto in May."
AFTER = "I am allergic to soy."
SECRET = "Zanzibar"

PASTED = {
    "a fence": f"```python\n# I live in {SECRET}\nprint('hi')\n```",
    "a fence of another sort": f"~~~\nI live in {SECRET}.\n~~~",
    "a fence on one line": f"```I live in {SECRET}```",
    "a fence in a fence of the other sort": f"~~~\n```\nI live in {SECRET}.\n~~~",
    "quoted lines": f"> I live in {SECRET}.\n> I have two dogs.",
    "quoted twice": f">> I live in {SECRET}.",
    "a long quotation": f'"I have not slept in a bed since I live in {SECRET}, and I like it."',
    "a quotation with other marks": f"„Ich wohne seit vielen Jahren in {SECRET} und bleibe hier.“",
    "code without a fence": (
        f"def home():\n    return '{SECRET}'\n\nfor one in range(3):\n    print(home(), one)"
    ),
    "a log": (
        f"2026-05-01 12:00:00 INFO Server started in {SECRET}\n"
        "2026-05-01 12:00:01 INFO Server is ready for its users\n"
        "2026-05-01 12:00:02 WARN The disk is nearly full"
    ),
    "a chat that was saved": (
        f"[01/05/2026, 12:00:01] Maya: I live in {SECRET}\n"
        "[01/05/2026, 12:00:05] Tom: oh nice\n"
        "[01/05/2026, 12:00:09] Maya: I love it here"
    ),
    "a table": (
        "| Name | Where she lives | What she does all day |\n"
        "| --- | --- | --- |\n"
        f"| Maya Lindqvist | somewhere in {SECRET} | she is a nurse on a ward |"
    ),
    "columns with tabs": (
        f"Maya Lindqvist\t{SECRET}\ta nurse\nTom Abara\tLagos\ta cook\nIda Holm\tOslo\ta judge"
    ),
    "columns with commas": f"name,city,job\nMaya,{SECRET},nurse\nTom,Lagos,cook",
    "a line of json": '{"name": "Maya", "home": "' + SECRET + '", "job": "nurse"}',
    "a list of json": f'["Maya lives in {SECRET}", "Maya is a nurse"]',
    "json over several lines": '{\n  "name": "Maya",\n  "home": "' + SECRET + '"\n}',
    "a trace": (
        "Traceback (most recent call last):\n"
        f'  File "/srv/{SECRET}/app.py", line 3, in <module>\n'
        "    main(argv[1:])\n"
        f'  File "/srv/{SECRET}/app.py", line 9, in main\n'
        '    return home["city"]\n'
        "KeyError: 'home'"
    ),
}  # fmt: skip
MAILS = {
    "a forwarded mail": f"---------- Forwarded message ---------\nI live in {SECRET} now.",
    "a mail below an answer": f"On Mon, 4 May 2026 Maya Lindqvist wrote:\nI live in {SECRET} now.",
    "a mail with its sender": f"From: Maya <maya@example.org>\nI live in {SECRET} now.",
    "a mail in German": f"Von: maya@example.org\nIch wohne jetzt in {SECRET}.",
}


@pytest.mark.parametrize("pasted", PASTED.values(), ids=PASTED.keys())
def test_pasted_text_is_blanked_and_the_sentences_around_it_stay(pasted):
    text = f"{BEFORE}\n{pasted}\n{AFTER}"
    own = own_words(text)
    assert SECRET not in own
    assert own.startswith(BEFORE)
    assert own.endswith(AFTER)


@pytest.mark.parametrize("mail", MAILS.values(), ids=MAILS.keys())
def test_a_mail_is_blanked_from_its_first_line(mail):
    own = own_words(f"{BEFORE}\n{mail}\nI have two dogs.")
    assert own.startswith(BEFORE)
    assert SECRET not in own
    assert "dogs" not in own


@pytest.mark.parametrize("pasted", [*PASTED.values(), *MAILS.values()])
def test_every_word_keeps_its_position(pasted):
    text = f"{BEFORE}\n{pasted}\n{AFTER}"
    for blanked in (own_words, blank_foreign_text, with_pasted_prose, blank_recalled_memory):
        made = blanked(text)
        assert len(made) == len(text)
        assert all(now in {was, BLANK} for now, was in zip(made, text, strict=True))


def test_letters_that_grow_in_lower_case_shift_nothing():
    text = f"İİİ\n<memory>User lives in {SECRET}.</memory>\n{AFTER}"
    assert own_words(text).endswith(f"\n{AFTER}")
    assert SECRET not in own_words(text)


OWN = [
    "I moved to Porto in May. My sister lives in Rome.",
    "- I am allergic to soy\n- I have two dogs\n- I moved in May",
    "  - a nested point about my dog\n  - another about my cat\n  - and one more about my boat",
    "My budget is 1,000,000 yen.",
    "I have three dogs (Rex, Ida & Bo), and a cat.",
    "18:00 dinner with Ana\n19:00 the film\n22:00 home",
    "I earn 3,000 euros; rent is 1,200 euros; food is 400 euros.",
    "From: where I stand, it looks fine.",
    "On Monday Maya wrote: she is moving.",
    "I like C++ and C#.\nI use a[0] a lot.",
    "",
]


@pytest.mark.parametrize("text", OWN)
def test_typed_text_stays(text):
    assert own_words(text) == text


def test_one_or_two_lines_of_code_are_not_a_paste():
    text = "Why does this fail?\nx = foo(bar)[0];\nI use Python 3.12."
    assert own_words(text) == text


def test_only_the_start_and_end_of_a_document_are_read():
    text = f"{BEFORE} " + "I walked home. " * 4_000 + AFTER
    own = own_words(text)
    assert len(own) == len(text)
    assert own.startswith(BEFORE)
    assert own.endswith(AFTER)
    assert BLANK in own
    assert BLANK not in blank_foreign_text(text)


def test_a_model_sees_pasted_prose_but_neither_code_nor_memory():
    mail = "> Maya moved to Oslo.\n```\nsecret = 1\n```\n## Memories\n- User lives in Porto."
    shown = with_pasted_prose(mail)
    assert "Maya moved to Oslo." in shown
    assert "secret" not in shown
    assert "Porto" not in shown


def test_blanks_become_spaces_or_a_mark():
    blanked = f"I live{BLANK * 4} in Porto.{BLANK * 3}"
    assert readable(blanked) == "I live     in Porto.   "
    assert shortened(blanked) == "I live […] in Porto."


PIECES = (
    "a a ", "> ", "<", "[", "7", "- ", "<memory>", "</memory>", "<memory><context>", "<a_memory ",
    "<|", "```", "~~~\n", "```\n", "| ", "\t", ",", "{", '{"', "\\n", '\\"', "User: ", "User: \n",
    "the ", "12:00", "1 ", "\n", "    x\n", "> > ", "1 Jan 2026: ", 'A: "', "On wrote:", "From: ",
    "[system", "<|im_start|>", "## Memories\n", "Assistant: x\\n", "_", "#",
)  # fmt: skip


@pytest.mark.parametrize("piece", PIECES)
def test_the_work_is_linear_in_the_text(piece, steps):
    def read(size):
        own_words(piece * (size // len(piece)))

    read(100)
    small, large = steps(lambda: read(1_000)), steps(lambda: read(4_000))
    assert large <= 5 * small + 1_000


@pytest.mark.parametrize("piece", PIECES)
@pytest.mark.timeout(20)
def test_fifty_kilobytes_of_anything_are_read(piece):
    text = piece * (50_000 // len(piece))
    assert len(own_words(text)) == len(text)


@pytest.mark.timeout(20)
def test_nested_tags_of_many_names_are_read():
    text = "".join(f"<{chr(97 + n % 26)}{chr(97 + n // 26 % 26)}_memory>" for n in range(4_000))
    assert len(own_words(text)) == len(text)


def test_a_pasted_letter_extends_to_the_end():
    text = f"Can you polish this mail?\n\nHi Deborah,\nI live in {SECRET} now.\nThanks\nInes"
    assert SECRET not in own_words(text)
    assert own_words(text).startswith("Can you polish this mail?")
    assert SECRET in with_pasted_prose(text)


@pytest.mark.parametrize(
    "text",
    [
        f"Hi there,\nI live in {SECRET} now.",
        f'He said "no" and I moved to {SECRET} because of the weather, which is "fine" there.',
        f'I live in {SECRET}, the "pearl" of them all.',
    ],
)
def test_lookalikes_of_letters_and_quotations_stay(text):
    assert SECRET in own_words(text)


@pytest.mark.parametrize(
    "letter",
    [
        "Dear Mr Pruitt, as I told you the boiler does not heat. Regards, D.",
        "Sehr geehrte Frau Lindner, hiermit kündige ich meinen Vertrag.",
    ],
)
def test_a_letter_after_an_empty_line_is_blanked(letter):
    assert readable(own_words(f"can you check this\n\n{letter}")).strip() == "can you check this"
    assert readable(own_words(letter)) == letter


def test_other_words_or_weights_are_other_rules():
    """Stored messages are judged again under another number, so increase it with the digest."""
    pasted = read_toml("recollect.extraction", "pasted.toml")
    del pasted["page_parts"]
    data = json.dumps([pasted, read_toml("recollect.extraction", "foreign_text.toml")])
    assert (RULES, hashlib.sha256(data.encode()).hexdigest()[:12]) == (2, "ff788b608832")
