"""Who people are in a game they play: the medic of Pandemic is no medic."""

import re
from typing import Final

_KNOWN: Final = (
    r"Gloomhaven|Frosthaven|Pandemic|D&D|DnD|Dungeons|Dragones|Donjons|Pathfinder|Shadowrun|Cthulhu|DSA|Catan|Arkham|Descent"
    r"|Nemesis|Avalon|Spirit Island|Betrayal|Mansions|Warhammer|Among Us|Skyrim|WoW|World of Warcraft|Baldur's Gate|Diablo"
    r"|Elden Ring|Final Fantasy|Overwatch|Dota|League of Legends|Werewolf|Werwölfe"
)
_PLAYS: Final = re.compile(
    rf"\b(?i:play(?:ing|ed|s)?|spiel\w*|jueg\w*|jug\w+|jou\w+)\b[^.!?]{{0,30}}?\b(?:{_KNOWN})\b"
    # In English only a name has a capital; a day and a league are no game.
    r"|\b(?i:I|we)(?:'m|'re| am| are)?(?: \w+)? play(?:ing|ed)? (?!(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|Premier|Champions|Beatles|Bach|Mozart|Chopin)[A-Z][a-z]{3,}\b"
)
_SUBJECT: Final = (
    r"(?:and |und |y |et )?(?:I'm|I am|(?:my|our) [\w-]+(?: [\w-]+)?(?: is|'s)|s?he(?: is|'s)|[A-Z]\w+(?: is|'s)|ich bin|(?:meine?|er|sie) ?[\w-]* ist|(?:yo )?soy"
    r"|mi \w+ es|je suis|(?:mon|ma) [\w-]+ est)"
)
# The one of a part; but a drummer is one of a band, and a keeper of a team.
_THE_ONE: Final = (
    r"(?:the|der|die|el|la|le) (?!(?:drummer|singer|bassist|guitarist|pianist|goalkeeper|goalie|keeper|captain|youngest|oldest|eldest|only|best|worst|one|first|last|boss|manager|owner"
    r"|jüngste|älteste|mayor|menor|única?o?|seule?|plus)\b)[\w'-]+"
)
_FANTASY: Final = (
    r"(?:(?:an?|eine?|une?|una) )?(?:[\w-]+ )?(?:cleric|paladin|druid|bard|rogue|wizard|warlock|sorcerer|sorceress|barbarian|necromancer|elf|dwarf|orc|gnome|halfling|tiefling|mage|half-(?:orc|elf)"
    r"|kleriker(?:in)?|druide|zwerg|magier(?:in)?|barde|clérig[oa]|druida|bardo|enan[oa]|mag[oa]|elf[oa]|clerc|barde|elfe|nain)"
)
# "A Spellweaver"; but "a Londoner" and "a Buddhist" are so in earnest.
_ODD: Final = (
    r"an? (?-i:(?!\w+(?:ian|ish|ese|ist|can|oner|orker|liner|ic|man|an)\b|(?:Virgo|Leo|Aries|Taurus|Gemini|Cancer|Libra|Scorpio|Sagittarius|Capricorn|Aquarius|Pisces|Jew|Muslim|Sikh|Hindu|Quaker|Scot"
    r"|Brit|Dane|Swede|Finn|Pole|Turk|Kiwi|Aussie|Scouser|Geordie)\b)[A-Z][a-z]{3,})"
)
_PART: Final = re.compile(
    rf"{_SUBJECT} (?:{_THE_ONE}|{_FANTASY}|{_ODD})(?: (?:this|in|for|again)\b.*)?$", re.IGNORECASE
)
_I_AM_ONE: Final = re.compile(
    r"\b(?:I(?:'m| am| play) an? |ich (?:bin|spiele) eine? |(?:soy|juego) (?:con )?(?:una? |semi)|je (?:suis|joue) une? )",
    re.IGNORECASE,
)
_IN_EARNEST: Final = re.compile(
    r"\b(?:in real life|irl|outside (?:of )?the game|im echten leben|en la vida real|dans la vraie vie|en vrai)\b",
    re.IGNORECASE,
)


class Game:
    """What is of a game in the sentences of one turn."""

    def __init__(self) -> None:
        self._sentence = -2
        self._lives = False

    def has(self, text: str, sentence: int, *, fiction: bool) -> bool:
        """Whether a clause says who somebody is in a game, which a sentence right before it named.

        Who says that he is a half-orc lives in that world, and goes on to tell of it.
        """
        if _IN_EARNEST.search(text):
            self._lives, self._sentence = False, -2
        if fiction and _I_AM_ONE.search(text):
            self._lives = True
        near = sentence - self._sentence <= 1
        part = near and _PART.match(text) is not None
        if part or _PLAYS.search(text):
            self._sentence = sentence
        return part or self._lives
