"""Why something that a model has noted is not taken over."""

from enum import StrEnum


class Refusal(StrEnum):
    """Why a note is not proposed."""

    KIND = "of no known kind"
    EMPTY = "without a sentence"
    LONG = "too long"
    QUOTE = "with words nobody said"
    SPEAKER = "with words that are not the user's, or not new"
    INVENTED = "with numbers nobody said"
    TRANSLATED = "in another language than its quote"
    PASTED = "with words from pasted or recalled text"
    DATE = "with a date that is none"
    # Of a statement that may stand for itself.
    UNKNOWN = "naming a memory that was not shown"
    FOREIGN = "changing what is known of somebody else"
