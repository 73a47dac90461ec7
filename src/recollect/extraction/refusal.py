"""Why a statement found by a model is not accepted."""

from enum import StrEnum


class Refusal(StrEnum):
    """Why a statement is not proposed."""

    KIND = "of unknown kind"
    EMPTY = "without content"
    LONG = "too long"
    QUOTE = "with a quote that does not exist"
    SPEAKER = "quoting someone else or an old turn"
    INVENTED = "with a hallucinated number"
    TRANSLATED = "in another language than its quote"
    PASTED = "quoting pasted or recalled text"
    DATE = "with an invalid date"
    # Only the reference is dropped; the rest of the statement is kept.
    UNKNOWN = "referencing a memory that was not shown"
    FOREIGN = "changing a memory about someone else"
