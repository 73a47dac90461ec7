"""Sample data for the demo: three conversations and questions about them."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

AGENT: Final = "demo"


@dataclass(frozen=True, slots=True)
class DemoConversation:
    """A sample conversation; Maya and the assistant alternate, Maya first."""

    name: str
    day: str
    lines: tuple[str, ...]

    def turns(self) -> Iterator[dict[str, Any]]:
        """Yield the turns in the form `ingest` takes, one minute apart."""
        for number, text in enumerate(self.lines):
            is_maya = number % 2 == 0
            yield {
                "role": "user" if is_maya else "assistant",
                "speaker": "Maya" if is_maya else None,
                "content": text,
                "at": f"{self.day}T18:{number:02}:00+00:00",
                "id": f"{self.name}-{number + 1}",
            }


# Simple sentences that the built-in extractor understands; docs/learning.md has results on others.
CONVERSATIONS: Final = (
    DemoConversation(
        "moving",
        "2026-03-02",
        (
            "I live in Hamburg. Yesterday I signed the lease: we are moving to Lisbon in May!",
            "Congratulations! Which part of the city?",
            "Graça, a third-floor flat with a tiny balcony. Jonas is already drawing up plans for herbs.",
            "Basil and mint do well on a windy balcony. Do you still need movers?",
            "No, my brother Eli lends us his van. We drive down over the weekend of the 9th of May.",
            "That is about two days on the road. A packing list would help.",
            "Yes please. Our cat Pixel must travel in the front, she panics in the dark. We decided to leave the piano behind.",
            "Noted: Pixel rides in front. I put her carrier at the top of the list.",
            "Also I have decided to quit the choir. I don't like rehearsals on Tuesdays.",
            "That sounds like a hard choice. Perhaps there is a choir in Graça.",
        ),
    ),
    DemoConversation(
        "dinner",
        "2026-05-30",
        (
            "We live in Lisbon now! The spare key is with the neighbour on the second floor, Dona Amélia.",
            "Good to know. How is the flat?",
            "Bright, and loud on Fridays. My sister Noor visits next Saturday, I want to cook for her.",
            "Lovely! Is there anything she does not eat?",
            "She has been allergic to cashews since she was little, and she went vegetarian last year.",
            "Then let us leave out nuts and meat. What does she like?",
            "Anything with aubergine. Noor loves moussaka, she ate a whole tray last time.",
            "A vegetarian moussaka with lentils, then. It can be made a day ahead.",
            "Perfect. The oven only works on the left side by the way, so turn the tray halfway.",
            "I will write that into the recipe.",
        ),
    ),
    DemoConversation(
        "work",
        "2026-09-14",
        (
            "I start at the harbour museum on the first of October, three days a week.",
            "Congratulations, Maya! What will you do there?",
            "I restore ship models. My boss is called Teresa, she is strict about glue.",
            "Strict about glue sounds right for a museum. How do you get there?",
            "Tram 28 to Cais do Sodré, then ten minutes on foot. The bicycle was stolen in August.",
            "I am sorry to hear that. Did you report it?",
            "Yes, the report number is 4471-B. I have to send it to the insurance by the 30th of September.",
            "I keep that: 4471-B, due by the 30th of September.",
            "And I joined a choir after all, on Mondays in the old cistern. Noor is coming to the concert on the 5th of December.",
            "The acoustics must be wonderful.",
        ),
    ),
)
QUESTIONS: Final = (
    "What must I not cook for my sister?",
    "Where is the spare key?",
    "When did Maya move, and with whose van?",
)
