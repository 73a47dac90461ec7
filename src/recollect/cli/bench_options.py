"""What `recollect bench` can be asked for."""

from pathlib import Path
from typing import Annotated

import typer

Data = Annotated[
    list[Path] | None,
    typer.Argument(
        metavar="DATA...",
        help="Files in LoCoMo's format; with --learning, of dialogues and their notes.",
        show_default=False,
    ),
]
Ablate = Annotated[
    bool,
    typer.Option("--ablate", metavar="", help="Show what each constant of the ranking is worth."),
]
LeaveOneOut = Annotated[
    bool,
    typer.Option(
        "--leave-one-out",
        metavar="",
        help="Choose constants on all conversations but one, measure on that one.",
    ),
]
Speed = Annotated[
    bool,
    typer.Option(
        "--speed", metavar="", help="Measure how fast and how small it is; takes no DATA."
    ),
]
Rewriting = Annotated[
    bool,
    typer.Option(
        "--rewriting",
        metavar="",
        help="Measure how follow-up questions are told and made to stand alone; DATA are files of such.",
    ),
]
Silence = Annotated[
    list[Path] | None,
    typer.Option(
        "--silence",
        metavar="FILE",
        help="Histories with questions that have nothing to do with them; may be repeated.",
        show_default=False,
    ),
]
Learning = Annotated[
    bool,
    typer.Option(
        "--learning", metavar="", help="Measure what is learned from dialogues with notes."
    ),
]
Learned = Annotated[
    bool,
    typer.Option(
        "--learned",
        metavar="",
        help="Learn from DATA too, and measure what contexts show of it then.",
    ),
]
Observations = Annotated[
    bool,
    typer.Option(
        "--observations",
        metavar="",
        help="Compare what is learned with the observations inside LoCoMo's files.",
    ),
]
Verbose = Annotated[
    bool,
    typer.Option(
        "--verbose", metavar="", help="With --learning: list what was missed and what is junk."
    ),
]
