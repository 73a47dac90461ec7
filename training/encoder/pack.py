"""Keeps the dialogues and questions of the ranker data whose licences allow shipped weights.

`python training/encoder/pack.py FOLDER OUT.json.xz`; FOLDER has `train.json.gz` and `syn.json.gz`.
"""

import gzip
import json
import lzma
import sys
from pathlib import Path

# Synthetic-Persona-Chat: CC BY 4.0. FriendsQA: Apache-2.0. QAMR: MIT. Left out: MSC (licence not
# known), SQuAD (share-alike), Molweni and QMSum (allowed, but technical support and meetings are far
# from what people tell an assistant, and QMSum is large).
SOURCES = ("spc", "friendsqa", "qamr")


def main() -> None:
    """Write the dialogues, and the questions with the places of their turns."""
    folder, out = Path(sys.argv[1]), Path(sys.argv[2])
    given = json.loads(gzip.decompress((folder / "train.json.gz").read_bytes()))
    written = json.loads(gzip.decompress((folder / "syn.json.gz").read_bytes()))
    kept: dict[int, int] = {}
    dialogues = []
    for number, dialogue in enumerate(given["dlg"]):
        # Half of Synthetic-Persona-Chat is enough: it would be more than all the rest.
        if dialogue["src"] in SOURCES and (dialogue["src"] != "spc" or number % 2):
            kept[number] = len(dialogues)
            turns = [[turn[0], turn[1], turn[3]] for turn in dialogue["turns"]]
            dialogues.append({"source": dialogue["src"], "turns": turns})
    questions = [
        [source, kept[number], text, places]
        for source, number, text, places in given["q"] + written
        if number in kept
    ]
    packed = json.dumps({"dialogues": dialogues, "questions": questions}, ensure_ascii=False)
    out.write_bytes(lzma.compress(packed.encode(), preset=9))
    print(f"{len(dialogues)} dialogues, {len(questions)} questions, {out.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
