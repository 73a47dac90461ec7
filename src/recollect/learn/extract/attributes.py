"""What can be said of somebody or something, by name, and whether there can be only one of it at a time.

The extractors fill `Proposal.attribute` from here, and verification reads from here which of them take each
other's place. A name with a colon speaks of one thing among many: "favourite:colour", "version:python".
"""

from typing import Final

# One at a time: a new home takes the place of the old one.
SINGLE: Final = frozenset(
    """name nickname age birthday home address hometown employer job_title school grade marital_status partner phone
    email car diet blood_type height weight shoe_size nationality native_language religion timezone rent salary
    team manager employment pronouns laptop""".split()
)

# Several at a time: two children, two languages, two hobbies.
MANY: Final = frozenset(
    """likes dislikes allergy health children sibling parent relative friend colleague pet language hobby skill owns
    uses visited studies event appointment plan goal memberships past_employer past_home habit procedure tool
    instruction member role former busy away deadline employment_past""".split()
)

# What stands before the colon, where there is one for each thing named behind it.
SINGLE_FAMILIES: Final = frozenset(
    {"favourite", "version", "count", "name_of", "place_of", "date_of"}
)

# "kin:boyfriend" and the like: whom one has only one of. Of others ("kin:sister") there may be several.
SINGLE_KIN: Final = frozenset(
    """mother father mum mom dad husband wife partner spouse boyfriend girlfriend fiancé fiancée fiance fiancee boss
    manager supervisor landlord landlady doctor gp dentist accountant lawyer""".split()
)


def is_single(attribute: str) -> bool:
    """Whether a subject has only one of it at a time."""
    family, colon, thing = attribute.partition(":")
    if family == "kin":
        return thing in SINGLE_KIN
    return family in SINGLE_FAMILIES if colon else attribute in SINGLE


def is_known(attribute: str) -> bool:
    """Whether it is a name of this table."""
    family, colon, thing = attribute.partition(":")
    return (
        bool(thing) and family in SINGLE_FAMILIES | {"kin"} if colon else attribute in SINGLE | MANY
    )
