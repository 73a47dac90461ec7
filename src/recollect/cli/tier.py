from typing import Annotated

import typer

from recollect.cli.options import AsJson
from recollect.cli.screen import note, print_details, print_json
from recollect.cli.wording import counted
from recollect.domain.checks import check_id
from recollect.domain.plain import plain


def tier(
    name: Annotated[
        str,
        typer.Argument(metavar="NAME", help="The model, as its service names it."),
    ],
    as_json: AsJson = False,
) -> None:
    """Say how large a model is by its name, how much history it should see, and how its window is split.

    Try: recollect tier qwen2.5:7b
    """
    # Imported here, so that help and usage errors need not wait for its patterns.
    from recollect.conversations.rewrite import can_rewrite  # noqa: PLC0415
    from recollect.conversations.tiers import tier_of  # noqa: PLC0415

    told = tier_of(check_id(name, "name"))
    if as_json:
        print_json(told)
        return
    print_details(
        (
            ("model", told.name),
            ("tier", told.tier),
            ("parameters", "" if told.billions is None else f"{told.billions:g} billion"),
            ("because", told.why),
            ("history", f"the last {counted(told.pairs, 'pair')} of messages"),
            ("window", ", ".join(f"{share} % {part}" for part, share in plain(told.split).items())),
            ("follow-ups", f"rewritten by {'the model' if can_rewrite(name) else 'rules'}"),
        )
    )
    if not told.known:
        note("The name is not known: a size in it (such as 7b) would tell.", style="yellow")
