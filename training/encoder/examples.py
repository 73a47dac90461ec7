"""Questions and the texts that answer them, from the folders of `training/` and from other corpora.

Texts belong to worlds, in which the wrong answers to a question are searched for. A key says which
texts of a world, or of a batch, are no wrong answers because they answer the same kind of question.
"""

import json
import lzma
import random
import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from recollect.bench.marked_dialogues import parse_dialogues

TRAINING = Path(__file__).parents[1]
HERE = Path(__file__).parent
LONGEST = 600
DIALOGUES_PER_WORLD, CARDS_PER_WORLD, PAIRS_PER_WORLD = 25, 4, 300
# The share of questions about a speaker that are asked without the name, as a search also does.
NAMELESS = 0.3
NOTE = re.compile(r'(\d+) \| "?(.+?)"?')
MESSAGE = re.compile(r"- ?([!~=\d, ]*)\| (.+)")


class Example(NamedTuple):
    """A question, and the places of the texts that answer it."""

    source: str
    query: str
    positives: tuple[int, ...]
    key: str = ""
    english: bool = True


@dataclass(slots=True)
class Data:
    """All texts, each with its world and keys, and all examples."""

    texts: list[str] = field(default_factory=list)
    worlds: list[int] = field(default_factory=list)
    keys: list[set[str]] = field(default_factory=list)
    examples: list[Example] = field(default_factory=list)
    # Questions about the world at large, which no text of a person answers.
    general: list[str] = field(default_factory=list)
    world: int = -1
    english: bool = True

    def next_world(self) -> None:
        """Begin a new world."""
        self.world += 1

    def add(self, text: str, speaker: str | None = None) -> int:
        """Add a text to the current world, in the form in which a memory embeds it."""
        self.texts.append((f"{speaker}: {text}" if speaker else text)[:LONGEST])
        self.worlds.append(self.world)
        self.keys.append(set())
        return len(self.texts) - 1

    def ask(self, source: str, query: str, positives: Sequence[int], key: str = "") -> None:
        """Add an example."""
        if query.strip() and positives:
            self.examples.append(
                Example(source, query.strip(), tuple(positives), key, self.english)
            )


def all_examples(ranker: Path | None, rng: random.Random) -> Data:
    """Everything there is to learn from."""
    data = Data()
    _dialogues(data, rng)
    _cards(data, rng)
    _pairs(data)
    if ranker is not None:
        _ranker(data, json.loads(lzma.decompress(ranker.read_bytes())), rng)
    return data


# --- dialogues


def _dialogues(data: Data, rng: random.Random) -> None:
    attributes = tomllib.loads((HERE / "attributes.toml").read_text("utf-8"))
    written = _written()
    for folder in ("dialogues", "highlights", "strict"):
        for path in sorted((TRAINING / folder).glob("*.txt")):
            data.english = path.name[:2] in {"en", "xx"}
            parsed = parse_dialogues(path.read_text("utf-8"), "")
            for number, dialogue in enumerate(parsed, 1):
                if number % DIALOGUES_PER_WORLD == 1:
                    data.next_world()
                places = [
                    data.add(turn["content"], turn.get("speaker")) for turn in dialogue["turns"]
                ]
                questions = attributes.get(path.name[:2], {"mine": {}, "theirs": {}})
                _attribute_questions(data, dialogue, places, questions, rng)
                if not dialogue["notes"] + dialogue["may"]:
                    said = (one["content"] for one in dialogue["turns"] if one["role"] == "user")
                    data.general += filter(_is_general, said)
                _replies(data, dialogue["turns"], dialogue["notes"] + dialogue["may"], places)
                for place, turn in enumerate(places):
                    for query in written.pop((path.stem, number, place), ()):
                        data.ask("written", query, [turn])
    if written:
        raise ValueError(f"questions about turns that do not exist: {sorted(written)[:5]}")


PERSONAL = re.compile(
    r"\b(i|i'm|im|my|me|mine|we|our|us|you|your|ich|mein\w*|mir|mich|wir|uns\w*|du|mi|mis|me|yo|nos\w*|tu|te"
    r"|je|j'\w+|mon|ma|mes|moi|on|notre|nos|eu|meu|minha|io|mio|mia)\b",
    re.IGNORECASE,
)


def _is_general(text: str) -> bool:
    """Whether a turn is a question about nobody in particular."""
    return text.endswith("?") and 4 <= len(text.split()) <= 20 and not PERSONAL.search(text)


def _written() -> dict[tuple[str, int, int], list[str]]:
    """The questions written by hand, by file, dialogue and turn."""
    found: dict[tuple[str, int, int], list[str]] = {}
    for path in sorted(HERE.glob("questions_*.txt")):
        for line in path.read_text("utf-8").splitlines():
            file, place, query = line.split(" ", 2)
            dialogue, turn = place.split(".")
            found.setdefault((file, int(dialogue), int(turn)), []).append(query)
    return found


def _attribute_questions(
    data: Data,
    dialogue: dict[str, Any],
    places: list[int],
    questions: dict[str, dict[str, list[str]]],
    rng: random.Random,
) -> None:
    for note in dialogue["notes"] + dialogue["may"]:
        attribute, who, turn = note["attribute"], note["about"], dialogue["turns"][note["turn"]]
        if not attribute:
            continue
        key = f"{attribute} {who}".strip()
        data.keys[places[note["turn"]]].add(key)
        speaker = turn.get("speaker")
        asked = questions["theirs" if who or speaker else "mine"].get(attribute, [])
        for query in rng.sample(asked, min(3, len(asked))):
            named = query.format(who=who or speaker)
            data.ask("attribute", named, [places[note["turn"]]], key)


def _replies(
    data: Data, turns: list[dict[str, str]], notes: list[dict[str, Any]], places: list[int]
) -> None:
    """The questions inside a dialogue, asked by the person who answered them there."""
    noted = {note["turn"] for note in notes}
    for place in range(1, len(turns)):
        before, turn = turns[place - 1], turns[place]
        if place in noted and turn["role"] == "user" and len(turn["content"].split()) >= 4:
            question = last_question(before["content"])
            if question and before.get("speaker") != turn.get("speaker", ""):
                speaker = turn.get("speaker")
                query = about(question, speaker) if speaker else as_own(question)
                data.ask("reply", query, [places[place]])


def last_question(text: str) -> str | None:
    """The question that a text ends with, if it can be understood alone."""
    found = re.search(r"[^.!?:;…]*\?\s*$", text)
    question = found[0].strip() if found else ""
    question = re.sub(
        r"^(so|and|oh|well|hey|but|ok|okay|then|ah)\b,? ", "", question, flags=re.IGNORECASE
    )
    return question if 4 <= len(question.split()) <= 20 else None


OWN = (
    (r"\bare you\b", "am I"),
    (r"\bwere you\b", "was I"),
    (r"\byou're\b|\byou are\b", "I'm"),
    (r"\byou were\b", "I was"),
    (r"\byours\b", "mine"),
    (r"\byour\b", "my"),
    (r"\byourself\b", "myself"),
    (r"\b(for|to|with|of|about|from|at|on|tell|give|help) you\b", r"\1 me"),
    (r"\byou\b(?=\s*\?)", "me"),
    (r"\byou\b", "I"),
)


def as_own(question: str) -> str:
    """A question as the person asked it would ask it: "Where do you live?", "Where do I live?"."""
    for pattern, other in OWN:
        question = re.sub(pattern, other, question, flags=re.IGNORECASE)
    return question


def about(question: str, name: str) -> str:
    """A question about the person asked: "Where do you live?", "Where does Ana live?"."""
    for pattern, other in (
        (r"\bdo you\b", f"does {name}"),
        (r"\bare you\b", f"is {name}"),
        (r"\bwere you\b", f"was {name}"),
        (r"\bhave you\b", f"has {name}"),
        (r"\b(did|will|would|can|could|should) you\b", rf"\1 {name}"),
        (r"\byour\b", f"{name}'s"),
    ):
        question, count = re.subn(pattern, other, question, count=1, flags=re.IGNORECASE)
        if count:
            break
    for pattern, other in (
        (r"\byou're\b", "they're"),
        (r"\byours?\b", "their"),
        (r"\byou\b", "they"),
    ):
        question = re.sub(pattern, other, question, flags=re.IGNORECASE)
    return question


# --- cards: notes, and messages that change or repeat them


def _cards(data: Data, rng: random.Random) -> None:
    rules = {
        language: [(re.compile(rule["note"], re.IGNORECASE), rule["ask"]) for rule in given]
        for language, given in tomllib.loads((HERE / "notes.toml").read_text("utf-8")).items()
    }
    for path in sorted((TRAINING / "cards").glob("*.txt")):
        cards = re.split(r"^=== ", path.read_text("utf-8"), flags=re.MULTILINE)[1:]
        for number, card in enumerate(cards):
            data.english = card[:2] == "en"
            if number % CARDS_PER_WORLD == 0:
                data.next_world()
            _card(data, card, rules.get(card[:2], []), rng)


def _card(
    data: Data, card: str, rules: Sequence[tuple[re.Pattern[str], list[str]]], rng: random.Random
) -> None:
    notes: dict[str, tuple[str, int]] = {}
    told: dict[str, list[int]] = {}
    for line in card.splitlines():
        if note := NOTE.fullmatch(line.strip()):
            notes[note[1]] = note[2], data.add(note[2])
        elif message := MESSAGE.fullmatch(line.strip()):
            place = data.add(re.sub(r"[\[\]]", "", message[2]))
            for number in re.findall(r"\d+", message[1]):
                told.setdefault(number, []).append(place)
    for number, (text, place) in notes.items():
        data.ask("note", text, told.get(number, []))
        for rule, (pattern, asked) in enumerate(rules):
            if pattern.match(text):
                key = f"rule {rule}"
                positives = [place, *told.get(number, [])]
                for each in positives:
                    data.keys[each].add(key)
                for query in rng.sample(asked, min(2, len(asked))):
                    data.ask("card", query, positives, key)
                break


# --- pairs of statements


def pairs(*, held_out: bool) -> Iterator[tuple[str, str, str, str]]:
    """The file, letter and two statements of each pair; a tenth is held out."""
    for path in sorted((TRAINING / "pairs").glob("*.txt")):
        for line in path.read_text("utf-8").splitlines():
            letter, _, rest = line.partition(" | ")
            first, _, second = rest.partition(" | ")
            if second and (sum(first.encode()) % 10 == 0) == held_out:
                yield path.stem, letter, first, second


def _pairs(data: Data) -> None:
    """Statements that say the same; the others about the same subject are wrong answers."""
    last, places = "", dict[str, int]()
    for number, (file, letter, first, second) in enumerate(pairs(held_out=False)):
        if file != last or number % PAIRS_PER_WORLD == 0:
            data.next_world()
            last, places = file, {}
        data.english = file.startswith("en")
        key = f"pair {first}"
        for text in (first, second):
            if text not in places:
                places[text] = data.add(text)
        if letter in "SML":
            data.keys[places[second]].add(key)
            data.keys[places[first]].add(key)
            data.ask("pair", first, [places[second]], key)


# --- other corpora


def _ranker(data: Data, given: dict[str, Any], rng: random.Random) -> None:
    data.english = True
    asked: dict[int, list[Any]] = {}
    for source, number, query, places in given["questions"]:
        asked.setdefault(number, []).append((source, query, places))
    for number, dialogue in enumerate(given["dialogues"]):
        data.next_world()
        turns = dialogue["turns"]
        named = [data.add(text, speaker) for speaker, text, _ in turns]
        for source, query, places in asked.get(number, ()):
            name = turns[places[0]][0] if rng.random() < NAMELESS else ""
            shorter = re.sub(rf"\b{re.escape(name)}('s)?\b", "", query) if name else query
            data.ask(source, " ".join(shorter.split()), [named[place] for place in places])
        if dialogue["source"] == "spc":
            data.next_world()
            plain = [data.add(text) for _, text, _ in turns]
            for place in range(1, len(turns)):
                (_, before, chat), (_, text, own) = turns[place - 1], turns[place]
                question = last_question(before)
                if question and chat == own and len(text.split()) >= 5:
                    data.ask("chat", as_own(question), [plain[place]])
