"""What vectors alone find: no words, no dates, no ranking.

Reads only open files: `tests/context/fixture/*_dev.json*` and other sets that may be looked at, the
fixtures of `tests/recall`, the questions of `training/relevance`, and a tenth of `training/pairs`.
"""

import json
import lzma
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import torch
from examples import TRAINING, pairs
from network import DEVICE, Encoder, Texts, embed

FIXTURES = Path(__file__).parents[2] / "tests"
SILENCE = ("dev", "held_out", "more", "third")
LONGEST = 256
# The weight of a question without its names beside the whole one, as in a search.
NAMELESS = 1.0


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, the text without names, and the texts that answer it; none if it is unrelated."""

    text: str
    nameless: str
    answers: frozenset[int]
    # How many of the texts were known when it was asked.
    known: int


@dataclass(frozen=True, slots=True)
class History:
    """Texts and the questions about them."""

    name: str
    texts: list[str]
    asked: list[Asked]


def locomo(name: str, path: Path) -> Iterator[History]:
    """Conversations in LoCoMo's format; questions without an answer are left out."""
    held = path.read_bytes()
    for sample in json.loads(lzma.decompress(held) if path.suffix == ".xz" else held):
        conversation = sample["conversation"]
        names = [conversation["speaker_a"], conversation["speaker_b"]]
        texts, places = [], {}
        for key, turns in conversation.items():
            if re.fullmatch(r"session_\d+", key):
                for turn in turns:
                    places[turn["dia_id"]] = len(texts)
                    photo = turn.get("blip_caption")
                    shown = f" [shares a photo: {photo}]" if photo else ""
                    texts.append(f"{turn['speaker']}: {turn['text']}{shown}")
        asked = []
        for question in sample["qa"]:
            found = frozenset(places[one] for one in question["evidence"] if one in places)
            if found and question.get("category") != 5:
                asked.append(_asked(question["question"], found, len(texts), names))
        yield History(name, texts, asked)


def _asked(text: str, answers: frozenset[int], known: int, names: Sequence[str] = ()) -> Asked:
    nameless = text
    for name in names:
        nameless = re.sub(rf"\b{re.escape(name)}('s|’s)?\b", "", nameless)
    return Asked(text, " ".join(nameless.split()), answers, known)


def _everyday() -> Iterator[History]:
    given = json.loads((FIXTURES / "context/fixture/everyday_dev.json").read_text("utf-8"))
    turns = given["turns"]
    asked = []
    for question in given["questions"]:
        known = sum(turn["at"] <= question["asked_at"] for turn in turns)
        asked.append(_asked(question["text"], frozenset(question["evidence"]), known))
    asked += [_asked(text, frozenset(), len(turns)) for text in given["unrelated"]]
    yield History("everyday", [turn["content"] for turn in turns], asked)


def _silence() -> Iterator[History]:
    for part in SILENCE:
        path = FIXTURES / f"context/fixture/silence_{part}.jsonl"
        for line in path.read_text("utf-8").splitlines():
            given = json.loads(line)
            texts = [
                f"{turn['speaker']}: {turn['content']}" if turn.get("speaker") else turn["content"]
                for turn in given["turns"]
            ]
            asked = [
                _asked(one["q"], frozenset([one["turn"]]), len(texts)) for one in given["related"]
            ]
            asked += [_asked(one, frozenset(), len(texts)) for one in given["unrelated"]]
            language = "en" if given["language"] == "en" else "other"
            yield History(f"silence {language}", texts, asked)


def _lives() -> Iterator[History]:
    for path in sorted((TRAINING / "relevance").glob("questions_*.txt")):
        for part in re.split(r"^=== ", path.read_text("utf-8"), flags=re.MULTILINE)[1:]:
            head, *lines = part.splitlines()
            file, number = head.split()
            lives = re.split(
                r"^=== .*$", (TRAINING / f"lives/{file}.txt").read_text("utf-8"), flags=re.MULTILINE
            )
            told = [line for line in lives[int(number) + 1].splitlines() if line.strip()]
            texts = [re.sub(r"^[\d-]+ \| (?:[!~][\d,]+ )?", "", line) for line in told]
            asked = []
            for line in lines:
                if line.startswith("+ "):
                    _, place, text = line.split(" ", 2)
                    asked.append(_asked(text, frozenset([int(place)]), len(texts)))
                elif line.startswith("- "):
                    asked.append(_asked(line[2:], frozenset(), len(texts)))
            yield History(f"lives {path.stem[-2:]}", texts, asked)


def histories(locomo_file: Path | None) -> Iterator[History]:
    """All histories to evaluate with."""
    if locomo_file:
        yield from locomo("locomo", locomo_file)
    yield from _everyday()
    yield from _silence()
    yield from _lives()
    for path in sorted((FIXTURES / "recall/fixture").glob("*.json")):
        yield from locomo("fixtures", path)


class Evaluation:
    """All questions and texts as tensors."""

    def __init__(self, locomo_file: Path | None) -> None:
        self.histories = list(histories(locomo_file))
        self.texts = [Texts(one.texts, LONGEST) for one in self.histories]
        self.questions = [
            Texts([each.text for each in one.asked], LONGEST) for one in self.histories
        ]
        self.nameless = [
            Texts([each.nameless for each in one.asked], LONGEST) for one in self.histories
        ]
        held = [one for one in pairs(held_out=True) if one[1] in "SB"]
        self.same = torch.tensor([one[1] == "S" for one in held], device=DEVICE)
        self.english = torch.tensor([one[0].startswith("en") for one in held], device=DEVICE)
        self.pairs = (
            Texts([one[2] for one in held], LONGEST),
            Texts([one[3] for one in held], LONGEST),
        )
        self.old: torch.Tensor | None = None

    def report(self, name: str, model: Encoder) -> dict[str, float]:
        """Print the share of questions with an answer among the nearest texts, and more."""
        found: dict[str, list[float]] = {}
        near: dict[str, tuple[list[float], list[float]]] = {}
        for history, texts, questions, nameless in zip(
            self.histories, self.texts, self.questions, self.nameless, strict=True
        ):
            told = embed(model, texts)
            asked = embed(model, questions)
            stripped = embed(model, nameless)
            differs = [one.text != one.nameless for one in history.asked]
            asked = asked + NAMELESS * stripped * torch.tensor(differs, device=DEVICE)[:, None]
            cosines = torch.nn.functional.normalize(asked, dim=1) @ told.T
            for row, one in zip(cosines, history.asked, strict=True):
                row[one.known :] = -9
                best = near.setdefault(history.name.split()[0], ([], []))
                best[not one.answers].append(float(row.max()))
                if one.answers:
                    order = row.argsort(descending=True)[:10].tolist()
                    for depth in (1, 3, 10):
                        key = f"{history.name} @{depth}"
                        found.setdefault(key, []).append(bool(one.answers & set(order[:depth])))
        shares = {key: 100 * sum(value) / len(value) for key, value in found.items()}
        for key, (related, unrelated) in near.items():
            if unrelated:
                shares[f"{key} auc"] = 100 * _auc(torch.tensor(related), torch.tensor(unrelated))
                shares[f"{key} unrelated cos"] = 100 * sum(unrelated) / len(unrelated)
        shares |= self._pairs(model)
        print(f"## {name}")
        print("   " + "  ".join(f"{key} {value:.1f}" for key, value in shares.items()), flush=True)
        return shares

    def _pairs(self, model: Encoder) -> dict[str, float]:
        first, second = (embed(model, one) for one in self.pairs)
        cosines = (first * second).sum(1)
        shares = {}
        for name, chosen in (("en", self.english), ("other", ~self.english)):
            same, other = cosines[chosen & self.same], cosines[chosen & ~self.same]
            shares[f"pairs {name} auc"] = 100 * _auc(same, other)
        every = (first[:1500] @ second[:1500].T).flatten()
        self.old = every if self.old is None else self.old
        shares["correlation"] = 100 * float(torch.corrcoef(torch.stack([every, self.old]))[0, 1])
        return shares


def _auc(high: torch.Tensor, low: torch.Tensor) -> float:
    """The probability that one of `high` is above one of `low`."""
    return float((high[:, None] > low).float().mean())
