"""What adapters store of a message: all of it but the memory that a model has repeated."""

from recollect.context.fence import fenced
from recollect.domain.turn import Role
from recollect.integrations.verbatim import turn_with, without_memory

MEMORY = fenced("- I like tea", "What you remember.")


def test_memory_that_a_model_repeats_is_stored_neither_as_text_nor_in_the_message() -> None:
    said = f"{MEMORY}\n\nTry the green one."
    message = {"blocks": [{"text": said}, {"text": MEMORY}], "role": "assistant", "n": 1}
    turn = turn_with(message, "message", Role.ASSISTANT, said, "message")
    assert turn["content"] == "Try the green one."
    kept = {"blocks": [{"text": "Try the green one."}, {"text": ""}], "role": "assistant", "n": 1}
    assert turn["metadata"]["message"] == kept
    assert without_memory({"text": "  as it was \n"}) == {"text": "  as it was \n"}
    assert turn_with({}, "message", Role.ASSISTANT, MEMORY, "message")["content"] == "[message]"
