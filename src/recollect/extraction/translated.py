"""Detects statements written in another language than the words they are based on."""

from recollect.languages.detect import detect_confidently


def is_translated(content: str, quote: str, turn: str) -> bool:
    """Whether a statement is surely in another language than both its quote and the turn."""
    content_language = detect_confidently(content)
    source_languages = {detect_confidently(quote), detect_confidently(turn)}
    return (
        content_language is not None
        and None not in source_languages
        and content_language not in source_languages
    )
