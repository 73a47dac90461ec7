"""Fit what decides whether a question has to do with a memory: the wording, and the bar.

    PYTHONPATH=src:. python training/relevance/fit.py

measures the signals of all questions, prints the shares shown by cross-validation over
conversations, writes `wording.toml` and `question_kind.bin` in `src/recollect/recall`, and prints the constants of
`Bar`.
"""

import json
import re
import tempfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from textwrap import fill

import numpy as np

from benchmarks.silence import History, histories
from recollect.bench.recall import questions, store
from recollect.domain.query import Query
from recollect.memory import Memory
from recollect.providers.embedders import MiniLM
from recollect.recall.intent import is_general
from recollect.recall.question_kind import LANGUAGE
from recollect.recall.relevance import Bar, Signals, judge_relevance
from recollect.recall.terms import language_of
from recollect.recall.wording import LIMIT, split_pieces

ROOT = Path(__file__).parents[2]
HOME = Path(__file__).parent
FIXTURE = ROOT / "tests/context/fixture"
OPEN = ("dev", "more", "held_out", "third")
LANGUAGES = ("en", "de", "es", "fr")
WORDING = ROOT / "src/recollect/recall/wording.toml"
KIND = ROOT / "src/recollect/recall/question_kind.bin"
FOLDS = 8
# Pieces that occur less often than this are left out, and all but the strongest.
LEAST_COUNT, PIECES = 2, 10_000
RIDGE_PIECES, RIDGE_KIND, RIDGE_BAR = 0.3, 1.0, 0.1
# A message that somebody wrote about something else is most likely, not surely, unrelated.
MESSAGE_WEIGHT, NAMED_WEIGHT = 0.05, 0.5
# The weight of each kind of case.
WEIGHTS = {"own": 1.0, "merged": 0.1, "named": 0.5, "elsewhere": 0.5}
# Whoever wrote `histories_*.jsonl` was asked for related questions that share no word with their
# answer, and for unrelated ones that do: fewer people ask so.
HARD_WEIGHT = 0.3
# The share of the questions about people with names that must be shown.
PEOPLE_SHOWN = 0.98
NAMES = ("user", "wording", "wording_alone", "kind", "known", "stranger", "general", "people")


@dataclass
class Case:
    """A question asked of a memory. `group` is the conversation that the question belongs to."""

    kind: str
    group: str
    language: str
    text: str
    related: bool
    signals: Signals


def lives() -> list[History]:
    """The histories of `training/lives` that have questions in `questions_*.txt`."""
    found = []
    for path in sorted(HOME.glob("questions_*.txt")):
        for block in path.read_text("utf-8").split("=== ")[1:]:
            head, *lines = block.strip().split("\n")
            name, number = head.split()
            text = (ROOT / f"training/lives/{name}.txt").read_text("utf-8")
            title, *said = text.split("=== ")[int(number) + 1].strip().split("\n")
            found.append(_life(f"{name}-{number}", title[:2], said, lines))
    return found


def _life(name: str, language: str, said: Sequence[str], lines: Sequence[str]) -> History:
    turns = []
    for number, line in enumerate(said):
        day, text = line.split(" | ", 1)
        content = re.sub(r"^[!~][\d,]+ ", "", text)
        at = f"{day}T10:00:00+00:00"
        turns.append({"id": str(number), "role": "user", "content": content, "at": at})
    asked = [line.split(" ", 2) for line in lines if line.startswith("+")]
    unrelated = [line[2:] for line in lines if line.startswith("-")]
    return History(name, language, turns, unrelated, [(text, int(turn)) for _, turn, text in asked])


def everyday() -> History:
    """The history of one person with everyday questions, which is for working with."""
    data = json.loads((FIXTURE / "everyday_dev.json").read_text("utf-8"))
    turns = [
        {"id": str(number), **{name: turn[name] for name in ("role", "content", "at")}}
        for number, turn in enumerate(data["turns"])
    ]
    related = [(question["text"], 0) for question in data["questions"]]
    return History("everyday", "en", turns, data["unrelated"], related)


def hard() -> list[History]:
    """The histories of `histories_*.jsonl`."""
    paths = sorted(HOME.glob("histories_*.jsonl"))
    return [history for path in paths for history in histories(path)]


def measure(settings: dict[str, str]) -> list[Case]:
    """The signals of every question: of its own history, of merged ones, of named speakers."""
    told = [history for name in OPEN for history in histories(FIXTURE / f"silence_{name}.jsonl")]
    told += [*hard(), *lives(), everyday()]
    paths = sorted((ROOT / "tests/recall/fixture").glob("*.json"))
    cases: list[Case] = []
    with (
        tempfile.TemporaryDirectory() as folder,
        Memory.open(Path(folder, "fit.sqlite"), **settings) as memory,
    ):

        def ask(kind: str, agent: str, history: History, step: int = 1) -> None:
            asked = [(text, False) for text in history.unrelated]
            asked += [(text, True) for text, _ in history.related]
            for text, related in asked[::step]:
                signals = memory.recall.signals(agent, Query(text=text))
                cases.append(Case(kind, history.name, history.language, text, related, signals))

        for history in told:
            memory.agent(history.name).ingest("c", history.turns)
            for agent in ("all", f"all-{history.language}"):
                memory.agent(agent).ingest(history.name, history.turns)
        for path in paths:
            store(memory, path)
        memory.sync()
        for history in told:
            ask("own", history.name, history)
            ask("merged", "all", history, 2)
            ask("merged", f"all-{history.language}", history, 2)
        asked = [question for path in paths for question in questions(path)]
        samples = dict.fromkeys(question.sample for question in asked)
        for number, sample in enumerate(samples):
            own = [question.text for question in asked if question.sample == sample]
            others = [question.text for question in asked if question.sample != sample]
            foreign = [text for history in told for text in history.unrelated]
            ask("named", sample, History(sample, "", (), others[number::6], [(t, 0) for t in own]))
            ask("elsewhere", sample, History(sample, "", (), foreign[number::16], ()))
    return cases


def lines(kind: str) -> list[str]:
    """The questions without a history, `related_*.txt` or `unrelated_*.txt`."""
    paths = sorted(HOME.glob(f"{kind}_*.txt"))
    return [line for path in paths for line in path.read_text("utf-8").splitlines() if line]


def messages() -> list[str]:
    """Questions and requests of the dialogues for training the reader in which nothing is kept."""
    found = []
    for path in sorted((ROOT / "training/dialogues").glob("*.txt")):
        for dialogue in path.read_text("utf-8").split("\n=== "):
            said = [line[3:] for line in dialogue.split("\n") if line.startswith("U: ")]
            if said and "{" not in dialogue and path.name[:2] in LANGUAGES and len(said[0]) < 200:
                found.append(said[0])
    return [text for text in found if "?" in text or is_general(text)]


@dataclass
class Texts:
    """Questions with their label, weight and fold (-1: in no fold, always learned from)."""

    pieces: list[tuple[set[str], float]]
    vectors: np.ndarray
    english: np.ndarray
    label: np.ndarray
    weight: np.ndarray
    fold: np.ndarray

    @classmethod
    def gather(cls, cases: Sequence[Case], folds: dict[str, int]) -> "Texts":
        """The questions of the cases, each once, and those without a history."""
        rows = [
            (
                case.text,
                case.related,
                NAMED_WEIGHT if case.kind == "named" else 1.0,
                folds[case.group],
            )
            for case in cases
            if case.kind == "own" or (case.kind == "named" and case.related)
        ]
        rows += [(text, True, 1.0, -1) for text in lines("related")]
        rows += [(text, False, 1.0, -1) for text in lines("unrelated")]
        rows += [(text, False, MESSAGE_WEIGHT, -1) for text in messages()]
        texts, label, weight, fold = zip(*rows, strict=True)
        pieces = [split_pieces(text) for text in texts]
        vectors = np.array([vector_of(text) for text in texts])
        english = np.array([language_of(text) == LANGUAGE for text in texts])
        known = (np.array(label, float), np.array(weight), np.array(fold))
        return cls(pieces, vectors, english, *known)


@cache
def vector_of(text: str) -> np.ndarray:
    """The vector of a text, and a 1 for the constant."""
    return np.append(np.frombuffer(embedder().embed(text), "<f4"), np.float32(1))


@cache
def embedder() -> MiniLM:
    """The embedder whose vectors the kind of a question is read from."""
    return MiniLM()


def fit_kind(texts: Texts, learned: np.ndarray) -> np.ndarray:
    """The weight of each number of a vector, and a constant, by logistic regression."""
    learned = learned & texts.english
    vectors = texts.vectors[learned].astype(float)
    label, weight = texts.label[learned], texts.weight[learned]
    ridge = np.append(np.full(vectors.shape[1] - 1, RIDGE_KIND), 1e-6)
    found = np.zeros(vectors.shape[1])
    for _ in range(20):
        chance = 1 / (1 + np.exp(-vectors @ found))
        slope = vectors.T @ (weight * (chance - label)) + ridge * found
        curve = (vectors * (weight * chance * (1 - chance))[:, None]).T @ vectors
        found -= np.linalg.solve(curve + np.diag(ridge), slope)
    return found


def score_kind(text: str, weights: np.ndarray) -> float:
    """As `question_kind`, with other weights."""
    return float(np.clip(vector_of(text) @ weights, -LIMIT, LIMIT))


def fit_wording(texts: Texts, learned: np.ndarray) -> dict[str, float]:
    """The weights of pieces, from the texts that are learned from."""
    rows = np.flatnonzero(learned)
    count = Counter(piece for row in rows for piece in texts.pieces[row][0])
    vocabulary = [piece for piece in sorted(count) if count[piece] >= LEAST_COUNT]
    weights = _descend(texts, rows, vocabulary)
    strongest = sorted(vocabulary, key=lambda piece: -abs(weights[piece]) * count[piece] ** 0.5)
    weights = _descend(texts, rows, strongest[:PIECES])
    return {piece: round(weight, 1) for piece, weight in weights.items() if round(weight, 1)}


def _descend(texts: Texts, rows: np.ndarray, vocabulary: Sequence[str]) -> dict[str, float]:
    """Logistic regression by accelerated gradient descent; there is no constant term."""
    column = {piece: number for number, piece in enumerate(vocabulary)}
    row_of, column_of, value = [], [], []
    for number, row in enumerate(rows):
        pieces, each = texts.pieces[row]
        known = [column[piece] for piece in sorted(pieces) if piece in column]
        row_of += [number] * len(known)
        column_of += known
        value += [each] * len(known)
    at, to, value = np.array(row_of), np.array(column_of), np.array(value)
    label, weight = texts.label[rows], texts.weight[rows]
    scale = np.bincount(to, weight[at] * value**2, len(vocabulary)) / 4
    # Rows share pieces, so a step along all of them at once has to be shorter.
    step = 1 / (np.bincount(at, value**2).max() ** 0.5 * 6 * scale + RIDGE_PIECES)
    weights = ahead = np.zeros(len(vocabulary))
    for turn in range(400):
        score = np.bincount(at, ahead[to] * value, len(rows))
        error = weight * (1 / (1 + np.exp(-score)) - label)
        slope = np.bincount(to, error[at] * value, len(vocabulary)) + RIDGE_PIECES * ahead
        moved = ahead - step * slope
        ahead = moved + turn / (turn + 3) * (moved - weights)
        weights = moved
    return dict(zip(vocabulary, weights.tolist(), strict=True))


def score_wording(text: str, weights: dict[str, float]) -> float:
    """As `wording`, with other weights."""
    pieces, each = split_pieces(text)
    return float(np.clip(each * sum(weights.get(piece, 0.0) for piece in pieces), -LIMIT, LIMIT))


def fit_bar(cases: Sequence[Case]) -> Bar:
    """The weights of the signals, with vectors and without together, on the scale of a cosine."""
    kept = [case for case in cases if not case.signals.small_talk]
    rows = np.array([_row(case.signals) for case in kept])
    label = np.array([case.related for case in kept], float)
    names = {history.name for history in hard()}
    weight = np.array(
        [WEIGHTS[case.kind] * (HARD_WEIGHT if case.group in names else 1.0) for case in kept]
    )
    found = np.zeros(rows.shape[1])
    for _ in range(30):
        chance = 1 / (1 + np.exp(-rows @ found))
        slope = rows.T @ (weight * (chance - label)) + RIDGE_BAR * found
        curve = (rows * (weight * chance * (1 - chance))[:, None]).T @ rows
        found -= np.linalg.solve(curve + RIDGE_BAR * np.eye(len(found)), slope)
    unit = found[0]
    words, larger, least, words_alone, larger_alone, least_alone, *others = found[1:] / unit
    parts = dict(zip(NAMES, np.abs(others), strict=True)) | {
        "words": words,
        "larger": -larger,
        "least": -least,
        "words_alone": words_alone,
        "larger_alone": -larger_alone,
        "least_alone": -least_alone,
    }
    bar = Bar(**{name: round(float(part), 3) for name, part in parts.items()})
    return lower_for_people(bar, kept)


def _row(signals: Signals) -> list[float]:
    """What the weights of the bar are multiplied with."""
    plain = judge_relevance(
        signals,
        Bar(words=0, user=0, wording=0, wording_alone=0, kind=0, known=0, stranger=0, general=0),
    )
    size = float(np.sqrt(2 * np.log(max(signals.passages, 10))))
    both = [signals.words, size, 1.0]
    sides = [*both, 0, 0, 0] if signals.nearness is not None else [0, 0, 0, *both]
    # Of a known person, the model takes what is positive of the sum; here of each.
    told = (signals.wording, signals.kind or 0.0)
    told = [max(part, 0.0) if signals.known else part for part in told]
    wording, kind = (part * (not signals.people) for part in told)
    alone = signals.kind is None
    return [
        plain.meaning,
        *sides,
        signals.user,
        wording * (not alone),
        wording * alone,
        kind,
        signals.known,
        -signals.stranger,
        -signals.general,
        signals.people,
    ]


def lower_for_people(bar: Bar, cases: Sequence[Case]) -> Bar:
    """The bar at which questions about people with names are shown as often as they should be."""
    judged = (
        judge_relevance(case.signals, replace(bar, people=0.0))
        for case in cases
        if case.related and case.signals.people and case.signals.nearness is not None
    )
    missing = [found.least - found.score for found in judged]
    return replace(bar, people=round(float(np.quantile(missing, PEOPLE_SHOWN)), 3))


def report(cases: Sequence[Case], judged: Sequence[bool]) -> None:
    """Print the share shown of unrelated and of related questions."""
    groups: dict[str, list[tuple[bool, bool]]] = {}
    for case, shown in zip(cases, judged, strict=True):
        mode = "words" if case.signals.nearness is None else "both"
        for name in (case.kind, f"{case.kind} {case.language}"):
            groups.setdefault(f"{mode:6}{name}", []).append((case.related, shown))
    for name in sorted(groups):
        unrelated = [shown for related, shown in groups[name] if not related]
        related = [shown for related, shown in groups[name] if related]
        parts = [
            f"{100 * np.mean(side):5.1f} ({len(side)})" for side in (unrelated, related) if side
        ]
        print(f"{name:20}", *parts)


def write_wording(weights: dict[str, float]) -> None:
    """Write the weights, grouped and in the order of the alphabet."""
    groups: dict[float, list[str]] = {}
    for piece in sorted(weights):
        groups.setdefault(weights[piece], []).append(piece)
    head = "# Fitted by training/relevance/fit.py; see wording.py. ^ is the start of a message, $ its end,\n"
    head += "# 0 a number, and … the rest of a longer word.\n\n[weights]\n"
    body = [
        f"\"{weight:g}\" = '''\n{fill(', '.join(groups[weight]), 100, break_long_words=False)}\n'''\n"
        for weight in sorted(groups)
    ]
    WORDING.write_text(head + "".join(body), "utf-8")


def as_unseen(case: Case, wording: dict[str, float], kind: np.ndarray) -> Case:
    """The case with the signals of weights that were not fitted on its conversation."""
    signals = replace(case.signals, wording=score_wording(case.text, wording))
    if signals.kind is not None:
        signals = replace(signals, kind=score_kind(case.text, kind))
    return replace(case, signals=signals)


def main() -> None:
    """Fit, and print how well it does by cross-validation."""
    cases = measure({"extractor": "none"})
    cases += measure({"extractor": "none", "embedding_backend": "none"})
    folds = {group: n % FOLDS for n, group in enumerate(sorted({case.group for case in cases}))}
    texts = Texts.gather([case for case in cases if case.signals.nearness is not None], folds)
    unseen = [
        (fit_wording(texts, texts.fold != fold), fit_kind(texts, texts.fold != fold))
        for fold in range(FOLDS)
    ]
    worded = [as_unseen(case, *unseen[folds[case.group]]) for case in cases]
    bars = [fit_bar([c for c in worded if folds[c.group] != fold]) for fold in range(FOLDS)]
    report(cases, [judge_relevance(c.signals, bars[folds[c.group]]).relevant for c in worded])
    everything = np.ones(len(texts.label), bool)
    write_wording(fit_wording(texts, everything))
    KIND.write_bytes(fit_kind(texts, everything).astype("<f4").tobytes())
    print(json.dumps({name: getattr(fit_bar(worded), name) for name in Bar.__slots__}, indent=1))


if __name__ == "__main__":
    main()
