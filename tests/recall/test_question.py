import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recollect.recall.question import MAX_CHARS, Question, understand
from recollect.recall.question_names import Roster
from recollect.recall.terms import query_terms

NOW = datetime(2024, 3, 15, 10, 30, tzinfo=UTC)
FIXTURE = sorted((Path(__file__).parent / "fixture").glob("*.json"))


def asked(text, *speakers):
    return understand(text, speakers, NOW)


# --- subject and assistant


@pytest.mark.parametrize(
    ("text", "subject"),
    [
        ("What did Nate give Joanna?", "Nate"),
        ("What does Joanna's boss think of Nate?", "Joanna"),
        ("Where did Joanna go?", "Joanna"),
        ("Who went to Joanna's to see Joanna's turtles, and did Nate come?", "Joanna"),
        ("What do Nate and Joanna like?", None),
        ("Was mögen Nate und Joanna?", None),
        ("Did Nate, Joanna or somebody else call?", None),
        ("Who likes turtles?", None),
    ],
)
def test_a_question_is_about_the_first_name_unless_it_is_joined_to_another(text, subject):
    assert asked(text, "Nate", "Joanna").subject == subject


def test_a_name_of_two_speakers_is_about_neither():
    assert asked("What did Anna cook?", "Anna Lee", "Anna Berg").subject is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Which novel did you recommend to me?", True),
        ("Remind me what you'd suggested for the garden", True),
        ("What was your first suggestion?", True),
        ("Welches Buch hast du mir empfohlen?", True),
        ("¿Qué libro me recomendaste?", True),
        ("Quel livre tu m'as conseillé ?", True),
        ("Which novel did I recommend?", False),
        ("What did Ann say when you met?", False),
        ("Do you know my sister's name?", False),
    ],
)
def test_a_question_may_ask_for_the_assistants_words(text, expected):
    assert asked(text, "Ann").asks_assistant is expected


# --- names

NAMED = [
    ("What does Caroline collect?", "Caroline Melanie", ["Caroline"]),
    ("what does caroline collect", "Caroline Melanie", ["Caroline"]),
    ("WHAT DOES CAROLINE COLLECT?", "Caroline Melanie", ["Caroline"]),
    ("What is Caroline's dog called?", "Caroline Melanie", ["Caroline"]),
    ("What is Caroline’s dog called?", "Caroline Melanie", ["Caroline"]),
    ("Who read James' letter?", "James Nina", ["James"]),
    ("What did Melanie and Caroline cook?", "Caroline Melanie", ["Melanie", "Caroline"]),
    ("Who is Carolina, and what is a melanoma?", "Caroline Melanie", []),
    ("What is the weather like?", "Caroline Melanie", []),
    # short forms
    ("What did Mel paint?", "Caroline Melanie", ["Melanie"]),
    ("Mel and her kids painted what?", "Caroline Melanie", ["Melanie"]),
    ("What did Mel paint?", "Melissa Melanie", []),
    ("What did Jon sell?", "Jonathan Nina", ["Jonathan"]),
    ("What did Jon sell?", "Jonathan Jon", ["Jon"]),
    ("What did Tom and Mike build?", "Thomas Michael", ["Thomas", "Michael"]),
    ("What did Danny and Robbie build?", "Daniel Robert", ["Daniel", "Robert"]),
    ("What does Steph's boss want?", "Stephanie Nina", ["Stephanie"]),
    ("what car did she buy? Car trouble again?", "Caroline Melanie", []),
    ("what did mel paint", "Caroline Melanie", []),
    ("What is the Mel scale?", "Caroline Melanie", []),
    # several words
    ("What does Jane Smith teach?", "Jane_Smith Bob_Brown", ["Jane Smith"]),
    ("What does Ms. Smith teach Bob?", "Jane_Smith Bob_Brown", ["Jane Smith", "Bob Brown"]),
    ("What do both Annas like, and what does Anna?", "Anna_Lee Anna_Berg", ["Anna Berg", "Anna Lee"]),
    ("What did Mary-Jane tell O'Brien?", "Mary-Jane O'Brien", ["Mary-Jane", "O'Brien"]),
    ("What did Jo say?", "Jo Nina", ["Jo"]),
    ("what did jo say?", "Jo Nina", []),
    # names that are words
    ("What did Will cook?", "Will Ann", ["Will"]),
    ("Will Ann cook?", "Will Ann", ["Ann"]),
    ("will ann cook?", "Will Ann", ["Ann"]),
    ("What will Will cook?", "Will Ann", ["Will"]),
    ("Is there hope for Hope?", "Hope Assistant", ["Hope"]),
    ("is there hope?", "Hope Assistant", []),
    ("Hope's cat is called what?", "Hope Assistant", ["Hope"]),
    ("Hope was born where?", "Hope Assistant", ["Hope"]),
    ("Did the rose bloom, and did Rose see it?", "Rose Mark", ["Rose"]),
    ("Welche Farbe hat die Rose?", "Rose Mark", []),
    ("Which mark did he get, and what brings him joy?", "Mark Joy", []),
    ("Who marks papers, and who hopes?", "Mark Hope", []),
    ("What did Grace say to Faith?", "Grace Faith", ["Grace", "Faith"]),
    ("What did May buy in May 2023?", "May Ann", ["May"]),
    ("What may come in May?", "May Ann", []),
    ("What did June do last June?", "June Ann", ["June"]),
    ("What did Summer do in the summer?", "Summer Ann", ["Summer"]),
    # speakers without a name
    ("What did the assistant advise?", "Hope Assistant", ["Assistant"]),
    ("Did she hire an assistant?", "Hope Assistant", []),
    ("Was riet der Assistent Jana?", "Jana Assistent", ["Assistent", "Jana"]),
    # other languages
    ("Was ist Thilos Azubi passiert?", "Jana Thilo", ["Thilo"]),
    ("War Janas Umzug ein Opfer für Thilo?", "Jana Thilo", ["Jana", "Thilo"]),
    ("¿Qué le dijo Lucia a Andres?", "Lucía Andrés", ["Lucía", "Andrés"]),
    ("¿Qué le regaló a Rosa?", "Rosa Andrés", ["Rosa"]),
    ("Qu'a dit l'ami d'Élodie ?", "Élodie Hugo", ["Élodie"]),
    ("Qu\u2019a dit l\u2019ami d\u2019E\u0301lodie ?", "Élodie Hugo", ["Élodie"]),
    ("Что Анна купила?", "Анна Пётр", ["Анна"]),
    ("健太のペットの名前は？", "美咲 健太", ["健太"]),
    ("美咲と健太さんはどこで会った？", "美咲 健太", ["美咲", "健太"]),
    ("Kenjiはどこに住んでいますか？", "Kenji 美咲", ["Kenji"]),
    ("王磊的狗害怕什么？", "林晓 王磊", ["王磊"]),
    ("小明住在哪里？", "王小明 王磊", ["王小明"]),
    ("민수는 어디에 살아요?", "김민수 이서연", ["김민수"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "speakers", "names"), NAMED)
def test_a_question_names_speakers(text, speakers, names):
    known = [speaker.replace("_", " ") for speaker in speakers.split()]
    assert list(asked(text, *known).names) == names
    assert list(understand(text, Roster(known[::-1]), NOW).names) == names


@pytest.mark.parametrize(
    ("text", "stripped"),
    [
        ("What does Caroline collect?", "What does collect?"),
        ("What is Caroline's dog called?", "What is dog called?"),
        ("What do Caroline and Melanie collect?", "What do collect?"),
        ("What do Mel and her kids paint?", "What do her kids paint?"),
        ("What did Rob and Caroline paint?", "What did Rob paint?"),
        ("Where, Caroline, is it?", "Where, is it?"),
        ("What did the assistant advise Caroline?", "What did advise?"),
        ("Caroline's?", "Caroline's?"),
        ("Caroline", "Caroline"),
        ("Who is  Bob ?", "Who is  Bob ?"),
        ("\0What does Caroline collect?\0", "What does collect?"),
        ("健太さんのペットは？", "ペットは?"),
        ("", ""),
    ],
)
def test_names_are_removed_for_the_embedding(text, stripped):
    assert asked(text, "Caroline", "Melanie", "Assistant", "健太").stripped == stripped


def test_no_speakers_no_names():
    assert asked("What did Caroline say?") == Question(
        text="What did Caroline say?",
        names=(),
        subject=None,
        stripped="What did Caroline say?",
        terms=tuple(query_terms("What did Caroline say?")),
        phrases=(),
        identifiers=(),
        times=(),
        days=(),
        asks_when=False,
        asks_assistant=False,
        asks_past=True,
    )


def test_a_roster_is_its_speakers():
    roster = Roster(["Bob", "Ann", "Bob"])
    assert list(roster) == ["Ann", "Bob"]
    assert len(roster) == 2
    assert "Ann" in roster
    assert "Zoe" not in roster


# --- phrases


@pytest.mark.parametrize(
    ("text", "phrases"),
    [
        ('Who wrote "The Quiet Harbour"?', ["The Quiet Harbour"]),
        ("Who said 'never again'?", ["never again"]),
        ("Who said 'it's a wrap' to Jonas' aunt?", ["it's a wrap"]),
        ("Who said ‘it’s a wrap’?", ["it’s a wrap"]),
        ("Who wrote “Red Kites” and “Red Kites”?", ["Red Kites"]),
        ("Wer schrieb „Das leise Haus“?", ["Das leise Haus"]),
        ("Wer schrieb »Das leise Haus«?", ["Das leise Haus"]),
        ("Qui a écrit « Le port » ?", ["Le port"]),
        ("「こむぎ日和」はどこですか？", ["こむぎ日和"]),
        ("『雪の道』は誰の本？", ["雪の道"]),
        ('彼は"また明日"と言った？', ["また明日"]),
        ("What's Ann's dog's name?", []),
        ('Is the print 5" x 7" or larger?', []),
        ('What does "" or " " mean?', []),
        ('An open "quote', []),
    ],
)
def test_quoted_phrases_are_kept_together(text, phrases):
    assert list(asked(text).phrases) == phrases


@pytest.mark.parametrize(
    ("text", "identifiers"),
    [
        ("status of PROJ-1234?", ["PROJ-1234"]),
        ("why E_CONN_4031, and (E4012)?", ["E_CONN_4031", "E4012"]),
        ("is numpy 1.26.4 in src/app/settings.py or setup.cfg", ["1.26.4", "src/app/settings.py", "setup.cfg"]),
        ("what did example.com say", ["example.com"]),
        ("8841?", ["8841"]),
        ("did 3f2a9c1 break abcdef1", ["3f2a9c1", "abcdef1"]),
        ("trace 550e8400-e29b-41d4-a716-446655440000", ["550e8400-e29b-41d4-a716-446655440000"]),
        ("the 1000000 facades of a decade, 2-bedded, on 2026-11-19", []),
        ("Is it 8841?", []),
        ("open https://www.shop.io:8443/cart/items?id=7#top!", [
            "shop.io", "shop.io:8443", "shop.io:8443/cart", "shop.io:8443/cart/items",
            "shop.io:8443/cart/items?id=7", "shop.io:8443/cart/items?id=7#top",
        ]),
        ("http://localhost:3000/", ["localhost", "localhost:3000"]),
        ("shop.io/cart or handler.py:42", ["shop.io", "shop.io/cart", "handler.py", "handler.py:42"]),
        ("at 10am and/or 2.5 km in the 1990s with B12, e.g. on 12.5.", []),
        ("What is it like? I'd say well-known.", []),
    ],
)  # fmt: skip
def test_identifiers_are_looked_for_as_they_are(text, identifiers):
    question = asked(text)
    assert list(question.identifiers) == identifiers
    assert list(question.phrases) == identifiers


# --- questions about when


@pytest.mark.parametrize(
    "text",
    [
        "When did Ann move?",
        "When Ann has lost her keys?",
        "Roughly when was the shop sold?",
        "Where did she go, and when did she return?",
        "When's the party?",
        "Do you know when she moved?",
        "What date is the wedding?",
        "On which day was the flood noticed?",
        "In which month's game did he score?",
        "What year did he start?",
        "What time is the train?",
        "How long ago was it?",
        "Since when?",
        "Wann kam das Angebot?",
        "Bis wann musste sie sich entscheiden?",
        "An welchem Tag kam sie?",
        "In welchem Jahr war das?",
        "¿Cuándo empezó la obra?",
        "¿Desde cuándo canta?",
        "cuando llega?",
        "¿En qué fecha fue?",
        "Quand Marie a-t-elle déménagé ?",
        "Depuis quand chante-t-elle ?",
        "En quelle année était-ce ?",
        "健太が足をけがしたのはいつですか？",
        "いつから習っていますか？",
        "知らせが来たのは何日ですか？",
        "他什么时候回来？",
        "林晓哪天去扫墓？",
        "언제 이사했어요?",
    ],
)
def test_a_question_asks_when(text):
    assert asked(text).asks_when


@pytest.mark.parametrize(
    "text",
    [
        "What did she feel when she read the letter?",
        "When she was in Rome, what did she eat?",
        "Who was there whenever it rained?",
        "How long did it take?",
        "How many days did they stay?",
        "Wie lange hat es gedauert?",
        "¿Qué comió el día de la boda?",
        "Que mange-t-elle chaque jour ?",
        "いつもどこで食べますか？",
        "いつか何をしたい？",
        "何年働きましたか？",
        "他住在哪里？",
        "",
    ],
)
def test_a_question_does_not_ask_when(text):
    assert not asked(text).asks_when


# --- together


def test_all_parts_of_a_question_are_parsed():
    found = asked("When did Mel's kids see “Red Kites” in May 2023?", "Melanie", "Caroline")
    assert found.names == ("Melanie",)
    assert found.stripped == "When did kids see “Red Kites” in May 2023?"
    assert found.phrases == ("Red Kites",)
    assert [time.start for time in found.times] == [datetime(2023, 5, 1, tzinfo=UTC)]
    assert found.asks_when


def test_full_width_digits_are_digits():
    assert [time.end for time in asked("２０２３年５月の旅行").times] == [
        datetime(2023, 6, 1, tzinfo=UTC)
    ]


def test_text_pasted_after_a_question_is_not_searched_for_names():
    found = asked("Caroline? " + "x " * MAX_CHARS + "Melanie", "Caroline", "Melanie")
    assert found.names == ("Caroline",)
    assert found.stripped.endswith("Melanie")


@pytest.mark.parametrize("path", FIXTURE, ids=lambda path: path.stem)
def test_the_questions_of_the_fixture_name_their_speakers(path):
    for sample in json.loads(path.read_text("utf-8")):
        speakers = [sample["conversation"][key] for key in ("speaker_a", "speaker_b")]
        for line in sample["qa"]:
            told = {name for name in speakers if name in line["question"]}
            told |= {name for name in speakers if f"the {name.lower()} " in f"{line['question']} "}
            told |= {name for name in speakers if f"the {name.lower()}," in line["question"]}
            assert set(asked(line["question"], *speakers).names) == told, line["question"]


_speakers = st.lists(
    st.one_of(
        st.text(max_size=12), st.sampled_from(["Ann", "May", "Will", "健太", "O'Brien", "Jo Lee"])
    ),
    max_size=5,
)


@given(st.data(), _speakers)
def test_any_text_and_speakers_are_understood(data, speakers):
    some = st.sampled_from([*speakers, "and", "May", "5", "'s", '"', "when", "?"])
    text = data.draw(st.one_of(st.text(), st.lists(some, max_size=10).map(" ".join)))
    found = understand(text, speakers, NOW)
    assert found.text == text
    assert bool(found.stripped) == bool(text)
    assert set(found.names) <= set(speakers)
    assert found == understand(text, speakers[::-1], NOW)
