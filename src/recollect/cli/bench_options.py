"""Arguments and options of `recollect bench`."""

from pathlib import Path
from typing import Annotated

import typer

Data = Annotated[
    list[Path] | None,
    typer.Argument(
        metavar="DATA...",
        help="Files in LoCoMo format; with --learning, annotated dialogues.",
        show_default=False,
    ),
]
Ablate = Annotated[
    bool,
    typer.Option("--ablate", metavar="", help="Show the effect of each ranking constant."),
]
LeaveOneOut = Annotated[
    bool,
    typer.Option(
        "--leave-one-out",
        metavar="",
        help="Tune the constants on all conversations but one and measure on that one.",
    ),
]
Speed = Annotated[
    bool,
    typer.Option("--speed", metavar="", help="Measure speed and memory use; takes no DATA."),
]
Rewriting = Annotated[
    bool,
    typer.Option(
        "--rewriting",
        metavar="",
        help="Measure how follow-up questions are detected and rewritten; DATA contains them.",
    ),
]
Silence = Annotated[
    list[Path] | None,
    typer.Option(
        "--silence",
        metavar="FILE",
        help="Histories with unrelated questions; can be repeated.",
        show_default=False,
    ),
]
Learning = Annotated[
    bool,
    typer.Option(
        "--learning", metavar="", help="Measure what is learned from annotated dialogues."
    ),
]
Learned = Annotated[
    bool,
    typer.Option(
        "--learned",
        metavar="",
        help="Also learn from DATA and measure contexts that include what was learned.",
    ),
]
Observations = Annotated[
    bool,
    typer.Option(
        "--observations",
        metavar="",
        help="Compare what is learned with the observations in LoCoMo files.",
    ),
]
Verbose = Annotated[
    bool,
    typer.Option("--verbose", metavar="", help="With --learning: list missed and junk memories."),
]
