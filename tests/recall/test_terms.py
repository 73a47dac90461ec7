from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from forked import run_python
from recollect.recall import terms as module
from recollect.recall.terms import ANALYZER, language_of, query_terms, terms

LANGUAGES = [
    "en",
    "de",
    "es",
    "fr",
    "it",
    "pt",
    "nl",
    "sv",
    "da",
    "no",
    "fi",
    "pl",
    "tr",
    "ru",
    "ja",
]
# Letters of scripts with spaces between words, and many characters that occur between them.
spaced = st.text(
    st.sampled_from(" \n\t'’-_.,:/@!?\"“”0123456789aeinstmrAEIOUéüñçßøİıжиëабвгдαβγשלוםकितابي")
    | st.characters(max_codepoint=0x17F)
)


def meets(question, turn, language=None):
    return bool(set(query_terms(question)) & set(terms(turn, language)))


# --- words


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("painting", "paintings"),
        ("Caroline", "CAROLINE"),
        ("Caroline's", "Caroline"),
        ("Caroline’s", "caroline"),
        ("the Joneses' house", "Joneses house"),
        ("Lucía", "Lucia"),
        ("Lucía", "Luci\u0301a"),
        ("naïve", "naive"),
        ("Straße", "STRASSE"),
        ("ﬁre", "fire"),
        ("Ｔｏｋｙｏ", "Tokyo"),
        ("Łódź", "Lodz"),
        ("İstanbul", "istanbul"),
        ("#Paris", "@paris"),
        ("O'Brien", "OBrien"),
        ("wellbeing", "well-being"),
        ("e-mail", "email"),
        ("user_id", "userid"),
        ("co\u00adoperate", "cooperate"),
        ("U.S. army", "US army"),
        ("1,000", "1000"),
        ("1.000.000", "1'000'000"),
        ("3,5", "3.5"),
        ("07", "7"),
        ("٣", "3"),
        ("7th", "7"),
        ("10am", "10 am"),
        ("2023-05-07", "2023/05/07"),
        ("'quoted'", "quoted"),
        ("mother-in-law's", "mother"),
        ("l'amour", "amour"),
        ("dell’arte", "arte"),
        ("Ankara'da", "Ankara"),
        ("yes--Berlin", "berlin"),
        ("john.smith@example.com", "Smith"),
        ("https://github.com/recollect/house", "github house"),
    ],
)
def test_two_spellings_of_a_word_match(one, other):
    assert meets(one, other)
    assert meets(other, one)


@pytest.mark.parametrize(
    ("one", "other"), [("cat", "dog"), ("3.5", "35"), ("10:30", "1030"), ("192.168.0.1", "192168")]
)
def test_different_words_do_not_match(one, other):
    assert not meets(one, other)


@pytest.mark.parametrize(
    "text",
    [
        "",
        " \n",
        "?!… 🎉 -- ''",
        "What did you do then?",
        "I don't, I can't, they’ll, he won't",
        "dont you",
        "Warum ist das nicht so?",
        "¿Por qué no lo es?",
        "Où est-ce que tu es ?",
        "Perché non è qui?",
        "Por que não é assim?",
        "Waarom is het niet zo?",
        "где он был",
    ],
)
def test_stop_words_and_signs_have_no_terms(text):
    assert query_terms(text) == []


def test_a_turn_keeps_order_and_repeats_and_a_question_has_distinct_terms():
    cat, dog = terms("cat"), terms("dog")
    assert terms("a cat, the dog and another cat")[:2] == cat + dog
    assert Counter(terms("cat dog cat"))[cat[0]] == 2
    assert query_terms("cat dog cat") == cat + dog


def test_a_hyphenated_word_is_found_by_its_parts_and_as_one():
    assert set(terms("snow-board")) == {*terms("snow"), *terms("board"), *terms("snowboard")}


def test_months_and_names_are_not_stop_words():
    assert query_terms("may")
    assert query_terms("Will")


# --- languages


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("I went to the support group yesterday", "en"),
        ("Pizza tonight", "en"),
        ("She flew to Rio de Janeiro with José", "en"),
        ("His son had a hat when the war began", "en"),
        ("Die Katze liegt auf dem Sofa", "de"),
        ("Ich liebe Pizza", "de"),
        ("¿Dónde vive Lucía?", "es"),
        ("mi perro se llama Toby", "es"),
        ("Où habite ta sœur ?", "fr"),
        ("C'est l'amour", "fr"),
        ("Il mio cane si chiama Bobi", "it"),
        ("O meu cão não gosta de água", "pt"),
        ("Mijn hond heet Max", "nl"),
        ("Jag tycker om att läsa", "sv"),
        ("Jeg ved ikke hvad der skete", "da"),
        ("Jeg vet ikke hva som skjedde", "no"),
        ("Minä olen suomalainen", "fi"),
        ("Gdzie jest mój pies?", "pl"),
        ("Köpeğim çok güzel", "tr"),
        ("Где живёт Анна?", "ru"),
        ("Πού μένει η Άννα;", "el"),
        ("أين تسكن سارة؟", "ar"),
        ("איפה שרה גרה?", "he"),
        ("सारा कहाँ रहती है", "hi"),
        ("我的猫很可爱", "zh"),
        ("猫の名前は何ですか", "ja"),
        ("서울에서 만났어요", "ko"),
        ("ฉันชอบกาแฟ", "th"),
        ("😂😂😂😂😂😂😂😂 ¡Hola!", "es"),
        ("", "en"),
        ("12345 !!!", "en"),
    ],
)
def test_the_language_is_detected(text, language):
    assert language_of(text) == language


@pytest.mark.parametrize(
    ("question", "turn"),
    [
        ("Which paintings did she show?", "I was painting all day"),
        ("Wann waren die Häuser fertig?", "Das Haus ist seit gestern fertig gebaut"),
        ("¿Qué libros leyó ella?", "Ese libro es el que más me gusta"),
        ("Quelles chansons aimes-tu ?", "Cette chanson est dans ma tête"),
        ("Quali sono i suoi libri?", "Il libro che mi piace non è qui"),
        ("Quais são os livros dela?", "O livro não está aqui comigo"),
        ("Welke boeken heeft hij?", "Het boek dat ik heb is niet van mij"),
        ("Какие книги она читала?", "Это моя любимая книга"),
        ("Πού είναι οι γάτες;", "Η γάτα κοιμάται"),
        ("ما هي الكتب؟ أين الكتاب", "قرأت كتاب جميل"),
        ("लड़कियाँ कहाँ हैं", "वह लड़की यहाँ है"),
    ],
)
def test_inflected_forms_match_within_a_language(question, turn):
    assert meets(question, turn)


@pytest.mark.parametrize("language", [*LANGUAGES, "xx"])
@pytest.mark.parametrize(
    ("question", "turn"),
    [
        ("¿Dónde vive Lucía?", "Lucía vive en Madrid"),
        ("vive donde", "Lucía vive en Madrid"),
        ("Welche Häuser?", "Häuser"),
        ("Who was in the war?", "the war"),
        ("Has she a son?", "Her son is ten"),
        ("Which door?", "the red door"),
        ("Wie geht es Käthe?", "Kathe"),
        ("Où sont les Français ?", "Francais"),
        ("Где живёт Анна?", "Анна живёт в Москве"),
        ("猫の名前は？", "猫を飼っている"),
    ],
)
def test_the_same_word_matches_in_any_detected_language(question, turn, language):
    assert meets(question, turn, language)


@given(
    st.text(st.characters(categories=["Ll"], max_codepoint=0x24F), min_size=4, max_size=12),
    st.sampled_from(LANGUAGES),
    st.sampled_from(LANGUAGES),
)
def test_any_word_matches_itself_across_languages(word, one, other):
    ours, theirs = set(terms(word, one)), set(terms(word, other))
    assert ours & theirs or not ours or not theirs


# --- scripts without spaces


@pytest.mark.parametrize(
    ("question", "turn"),
    [
        ("北京", "我昨天去了北京的餐厅"),
        ("猫", "我的猫很可爱"),
        ("她的猫叫什么", "她的猫很可爱"),
        ("我在Google工作", "google"),
        ("猫の名前は？", "猫を飼っている"),
        ("コーヒー", "毎朝コーヒーを飲みます"),
        ("ｺｰﾋｰ", "コーヒー"),
        ("กาแฟ", "ฉันชอบกาแฟมาก"),
        ("ກາເຟ", "ຂ້ອຍມັກກາເຟ"),
        ("កាហ្វេ", "ខ្ញុំចូលចិត្តកាហ្វេ"),
        ("ကော်ဖီ", "ငါကော်ဖီကြိုက်တယ်"),
        ("서울", "서울에서 만났어요"),
        ("나", "나 여기"),
    ],
)
def test_scripts_without_spaces_match_by_characters(question, turn):
    assert meets(question, turn)


def test_a_run_yields_its_bigrams_and_in_a_turn_its_han_characters():
    pairs = query_terms("北京大学")
    assert pairs == [*query_terms("北京"), *query_terms("京大"), *query_terms("大学")]
    assert set(terms("北京大学")) == {
        *pairs,
        *query_terms("北"),
        *query_terms("京"),
        *query_terms("大"),
        *query_terms("学"),
    }


@pytest.mark.parametrize("word", ["हिन्दी", "தமிழ்", "за\u0301мок", "שָׁלוֹם"])
def test_marks_belong_to_the_word(word):
    assert len(terms(word)) == 1


@pytest.mark.parametrize(("one", "other"), [("かき", "がき"), ("दिन", "दीन"), ("ดี", "ดา")])
def test_marks_that_carry_a_sound_are_kept(one, other):
    assert not meets(one, other)


# --- properties


@given(st.text())
def test_any_text_yields_the_same_32_bit_integers_every_time(text):
    found = terms(text)
    module._known.clear()
    assert terms(text) == found
    assert all(type(term) is int and 0 <= term < 2**32 for term in found)
    asked = query_terms(text)
    assert len(asked) == len(set(asked))
    assert set(asked) <= set(terms(text))
    assert language_of(text) == language_of(text)


@given(spaced, spaced, st.sampled_from(LANGUAGES))
def test_the_terms_of_joined_texts_are_those_of_each(one, other, language):
    assert terms(f"{one} {other}", language) == terms(one, language) + terms(other, language)


@given(spaced)
def test_ascii_text_gives_the_same_terms_among_other_letters(text):
    plain = text.encode("ascii", "ignore").decode()
    assert terms(f"{plain} ж", "en") == terms(plain, "en") + terms("ж", "en")


@pytest.mark.parametrize(
    "text",
    ["x" * 100_000, "9" * 100_000, "a-" * 50_000, "1." * 50_000, "'" * 100_000, "猫" * 100_000],
)
def test_text_in_no_language_has_terms(text):
    assert all(0 <= term < 2**32 for term in terms(text))


# --- the cache and the hash


def test_the_terms_match_the_stored_ones():
    # Other numbers here mean that stored columns are outdated: increase ANALYZER.
    assert ANALYZER == 3
    assert terms("Caroline's paintings in 2023") == [3677728758, 3615130647, 2376941505]
    assert terms("Lucía vive en Madrid", "es") == [
        2182793638,
        3095352839,
        3970669396,
        2724514071,
        3156953631,
        2659708774,
    ]
    assert terms("北京") == [3781740547, 3010482663, 3025776876]


def test_another_process_gives_the_same_terms():
    text = "Lucía vive en Madrid 北京 서울 well-being"
    script = f"from recollect.recall.terms import terms; print(terms({text!r}))"
    assert run_python(script).stdout.decode().strip() == str(terms(text))


def test_the_cache_is_bounded_and_stores_no_words(monkeypatch):
    monkeypatch.setattr(module, "_KNOWN_MAX", 50)
    module._known.clear()
    for i in range(500):
        terms(f"secret{i} 猫{i}")
    assert 0 < len(module._known) <= 50
    assert all(type(key) is int for key in module._known)


def test_threads_get_the_same_terms(monkeypatch):
    monkeypatch.setattr(module, "_KNOWN_MAX", 20)
    texts = [f"painting number {i} of the houses" for i in range(200)]
    expected = [terms(text) for text in texts]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(terms, texts)) == expected
