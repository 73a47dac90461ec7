from typing import Annotated

from recollect.cli.options import AsJson
from recollect.cli.output import note, print_details, print_json
from recollect.cli.parameters import argument
from recollect.domain.amounts import pluralize
from recollect.domain.checks import check_id
from recollect.domain.plain import plain


def tier(
    name: Annotated[str, argument("NAME", "The model's name at its provider.")],
    as_json: AsJson = False,
) -> None:
    """Show a model's size as inferred from its name, its history length and context split."""
    from recollect.conversations.rewrite import can_rewrite  # noqa: PLC0415
    from recollect.conversations.tiers import tier_of  # noqa: PLC0415

    model = tier_of(check_id(name, "name"))
    if as_json:
        print_json(model)
        return
    split = plain(model.split)
    print_details(
        ("model", model.name),
        ("tier", model.tier),
        ("parameters", "" if model.billions is None else f"{model.billions:g} billion"),
        ("reason", model.why),
        ("history", f"the last {pluralize(model.pairs, 'pair')} of messages"),
        ("window", ", ".join(f"{share} % {part}" for part, share in split.items())),
        ("follow-ups", f"rewritten by {'the model' if can_rewrite(name) else 'rules'}"),
    )
    if not model.known:
        advice = "Unknown model name; a name with a size (such as 7b) would be recognized."
        note(advice, style="yellow")
