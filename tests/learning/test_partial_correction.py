"""A correction of one value leaves the rest of a memory true."""

import pytest

from recollect.learning.partial_correction import (
    corrects_in_part,
    denies_another,
    ends_something_else,
)

YORK = "we're moving to York on 5 December, new address 14 Bishopthorpe Road. Please use that"
WEDDING = "The wedding is on 12 June at Kew Gardens, the dress code is green"
FLIGHT = "My flight to Oslo leaves on 3 April at 7:40 from Terminal 2 and I sit in 14C"


@pytest.mark.parametrize(
    ("memory", "statement"),
    [
        (YORK, "Sorry, correction: we're moving on the 12th, not the 5th"),
        ("We're moving to York on 5 November", "Correction: we're moving on the 12th, not the 5th"),
        (WEDDING, "Small correction, the wedding is on the 14th of June, not the 12th"),
        (WEDDING, "The wedding was moved to 19 June"),
        ("I'm moving to Dresden on 1 October", "The move is postponed to 15 October"),
        (WEDDING, "I got the date wrong, the wedding is on Saturday 20 June"),
        (FLIGHT, "Correction: the flight leaves at 8:15, not 7:40"),
        ("Our team meets every Monday at 9 in the Baker Street office", "We meet on Tuesday now"),
        ("I pay 800 euros rent for my flat in Kreuzberg", "My rent is 900 euros now, not 800"),
        ("Mia is 6 and Theo is 9, both go to St Mary's", "Oops, I meant Mia is 7, not 6"),
        (
            "My manager Teresa joined the team in Dublin and likes tea",
            "Teresa joined in Cork, not Dublin",
        ),
        ("The team meets at Luigi's on Friday with Ben", "It's on Thursday instead of Friday"),
        ("Die Hochzeit ist am 12. Juni im Schloss Elmau", "Sie ist am 14. Juni, nicht am 12."),
        ("Notre mariage est le 12 juin à Annecy", "Notre mariage est le 14 juin, pas le 12"),
        ("Nos casamos el 12 de junio en Ronda", "Nos casamos el 14 de junio, no el 12"),
        ("Ci sposiamo il 12 giugno a Lucca", "Ci sposiamo il 14 giugno, non il 12"),
        # Another clause has a day of its own.
        (
            "Bin day here is Tuesday, recycling goes out every other Thursday",
            "Bin day changed to Friday from this week",
        ),
        ("Yoga is on Monday at 7; choir starts at 8 on Wednesday", "Yoga is on Friday now"),
        # The other clause has no value: the illness does not end with the dose.
        ("She put me on Euthyrox 50 today, my thyroid is underactive", "She raised Euthyrox to 75"),
        # One of several days, or a time without its day.
        ("I run on Tuesdays, Thursdays and Saturdays", "I don't run on Thursdays any more"),
        ("I go to the gym on Mondays and Fridays", "I've moved my Friday gym session to Saturday"),
        ("I have a dentist appointment on Friday at 10", "The dentist rang, it's at 11 instead"),
        ("My birthday is on 12 May", "My birthday is the 13th, not the 12th"),
        ("I'm getting married on 12 September in Cardiff", "It's in Swansea now, not Cardiff"),
    ],
)
def test_the_rest_of_a_corrected_sentence_stays(memory, statement):
    assert corrects_in_part(statement, memory)


@pytest.mark.parametrize(
    ("memory", "statement"),
    [
        # Nothing else was said.
        ("I have a dentist appointment on 17 March", "The dentist appointment is on 18 March"),
        ("We meet on Mondays at 9", "We meet on Tuesdays at 10"),
        ("My son Tim is 6", "Tim is 7 now"),
        ("Bin day is Tuesday, always before 7", "Bin day changed to Friday, before 8"),
        # It ended.
        (FLIGHT, "I'm not flying to Oslo on 3 April any more, the trip is cancelled"),
        ("I'm away from 23 to 30 November, visiting Ellie in Bristol", "I'll be home all week"),
        ("I go to the gym on Mondays with Lee", "I stopped going, it was 5 Mondays in a row"),
        ("I work at Acme as a data engineer, 40 hours a week", "I quit my job at Acme"),
        (
            "I drive the 27 for Cardiff Bus",
            "Handed in badge and machine on Friday, 33 years on buses",
        ),
        ("Tutoring Esme on Wednesdays, mitosis with Oreos", "So is our Wednesday table with Esme"),
        # Something else took its place.
        ("I work at Acme in Berlin since 2019", "Since 2026 I work at Bosch"),
        ("I drive a 2014 Zafira to Bonn", "I drive a 2021 Polo"),
    ],
)
def test_what_ended_or_was_replaced_does_not_stay(memory, statement):
    assert not corrects_in_part(statement, memory)


def test_a_new_age_leaves_the_rest_of_the_sentence_true():
    assert corrects_in_part("I turned 35 last week", "I'm 34, married to Eve", is_number=True)
    assert not corrects_in_part("I turned 35 last week", "I'm 34", is_number=True)


@pytest.mark.parametrize(
    ("memory", "statement", "expected"),
    [
        ("I keep the kitchen at 20 degrees", "I keep the bathroom at 23 degrees, not 22", True),
        ("I keep the bathroom at 22 degrees", "I keep the bathroom at 23 degrees, not 22", False),
        ("The vet comes on Tuesday", "The boiler man comes on Thursday, not Monday", True),
        ("I live in Leeds", "I live in Cardiff, not in Bristol", True),
        ("I live in Leeds", "I'm not in Leeds any more", False),
        ("We meet on 5 May", "We meet on the 6th, not the 5th", False),
        ("I smoke", "I do not smoke", False),
    ],
)
def test_a_value_that_is_denied_must_be_in_the_memory(memory, statement, expected):
    assert denies_another(statement, memory) is expected


@pytest.mark.parametrize(
    ("memory", "statement", "expected"),
    [
        (
            "I go on Sundays when I'm not on shift",
            "I've stopped running before work, I'm too tired when I'm on shift",
            True,
        ),
        ("I go running before a shift", "I stopped running, I am tired on shift", False),
        # The clause that says that it is over names nothing of its own.
        ("I take omeprazole", "The doctor took me off omeprazole, it's over now", False),
        ("I smoke a pack a day", "I quit", False),
    ],
)
def test_what_is_over_must_be_what_the_memory_is_about(memory, statement, expected):
    assert ends_something_else(statement, memory) is expected
