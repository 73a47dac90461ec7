"""Writes the conversations of LoCoMo that our figures are about, from the file that its authors publish.

https://github.com/snap-research/locomo, data/locomo10.json (CC BY-NC 4.0).
"""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

# The ranking was developed with these five of the ten conversations.
DEVELOPMENT: Final = ("conv-26", "conv-30", "conv-41", "conv-42", "conv-43")


def main(arguments: Sequence[str]) -> int:
    """Write the development conversations, or the others, to a file."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.locomo_split", description=__doc__)
    parser.add_argument("source", type=Path, help="locomo10.json")
    parser.add_argument("target", type=Path, help="the file to write")
    parser.add_argument("--others", action="store_true", help="write the other conversations")
    options = parser.parse_args(arguments)
    try:
        found = {
            sample["sample_id"]: sample for sample in json.loads(options.source.read_text("utf-8"))
        }
    except (OSError, ValueError, TypeError, KeyError):
        parser.error(f"{options.source} is not LoCoMo's locomo10.json")
    if missing := [name for name in DEVELOPMENT if name not in found]:
        parser.error(f"{options.source} does not have {', '.join(missing)}")
    chosen = [name for name in found if (name in DEVELOPMENT) is not options.others]
    options.target.write_text(json.dumps([found[name] for name in chosen]), "utf-8")
    print(f"Wrote {', '.join(chosen) or 'nothing'} to {options.target}.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
