"""Whether a statement is in another language than the words it rests on, if both are surely known."""

from recollect.languages.detect import surely


def is_translated(content: str, quote: str, turn: str) -> bool:
    """Whether a statement is in another language than its quote, and than the turn quoted."""
    told = surely(content)
    said = {surely(quote), surely(turn)}
    return told is not None and None not in said and told not in said
