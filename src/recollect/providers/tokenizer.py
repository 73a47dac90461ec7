"""A model's own tokenizer, from the file that comes with the model."""

from collections.abc import Callable, Sequence
from pathlib import Path

from recollect.errors import InvalidSetting


def tokenizer(path: str) -> Callable[[str], Sequence[int]]:
    """What encodes a text as the model of this `tokenizer.json` reads it, without marks of its own around it."""
    try:
        # Imported here, because it is an extra: it brings eight more packages with it.
        from tokenizers import Tokenizer  # noqa: PLC0415
    except ImportError:
        raise InvalidSetting(
            'token_counter = "exact" needs the package tokenizers: pip install "recollect[exact]"',
            field="token_counter",
        ) from None
    file = Path(path).expanduser()
    try:
        found = Tokenizer.from_str(file.read_text("utf-8"))
    except Exception as wrong:  # noqa: BLE001 - the package raises nothing narrower
        reason = "cannot be read" if isinstance(wrong, OSError) else "is no tokenizer.json"
        raise InvalidSetting(
            f'tokenizer_file = "{path}" is not allowed: the file {reason}', field="tokenizer_file"
        ) from None
    # A file may say that texts are cut or filled up to a length: then every long text would count the same.
    found.no_truncation()
    found.no_padding()

    def encode(text: str) -> Sequence[int]:
        ids: Sequence[int] = found.encode(text, add_special_tokens=False).ids
        return ids

    return encode
