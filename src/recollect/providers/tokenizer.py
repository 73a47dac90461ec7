"""Exact token counts, with the `tokenizer.json` of a model."""

from pathlib import Path

from recollect.domain.ports import TokenCounter
from recollect.errors import InvalidSetting


def exact_counter(path: str) -> TokenCounter:
    """A counter of the tokens of this `tokenizer.json`, without special tokens."""
    try:
        # An optional dependency, because it needs eight more packages.
        from tokenizers import Tokenizer  # noqa: PLC0415
    except ImportError:
        raise InvalidSetting(
            'token_counter = "exact" needs the package tokenizers: pip install "recollect[exact]"',
            field="token_counter",
        ) from None
    file = Path(path).expanduser()
    try:
        loaded = Tokenizer.from_str(file.read_text("utf-8"))
    except Exception as wrong:  # noqa: BLE001 - the package raises nothing narrower
        reason = "cannot be read" if isinstance(wrong, OSError) else "is not a tokenizer.json"
        raise InvalidSetting(
            f'tokenizer_file = "{path}" is not allowed: the file {reason}', field="tokenizer_file"
        ) from None
    # Truncation or padding in the file would make the counts wrong.
    loaded.no_truncation()
    loaded.no_padding()

    def count(text: str) -> int:
        return len(loaded.encode(text, add_special_tokens=False).ids)

    return count
