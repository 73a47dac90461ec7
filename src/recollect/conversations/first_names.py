"""Common first names in the four languages, with the pronoun that usually refers to them."""

from collections.abc import Mapping
from typing import Final

from recollect.conversations.language import Kind

_SHE: Final = """
    anna anne annie maria marie sarah sara emma laura julia lisa lena lea mia sophie sofia clara klara eva eve lucy lucia
    alice amy emily charlotte chloe claire camille julie nina nora olivia grace hannah helen helena ines isabel isabella
    jane jessica kate katie katharina carmen marta martha mary monica nadia natalie paula petra rachel rosa ruth sandra
    sabine silvia simone susan susanne teresa ursula valerie vera zoe elena elsa ella eliza elizabeth diana amélie
    margaret barbara birgit brigitte catherine cecilia christina claudia daniela elise fatima florence gabriela
    heike ingrid irene jennifer johanna joan karen karin linda louise manon meera mona pilar priya
"""
_HE: Final = """
    tom thomas tim ben paul peter max felix jonas lukas luke leo leon noah oliver oscar hugo jack james john jan josé jose
    juan pedro pablo carlos luis miguel diego david daniel martin marco mark markus matteo michael mike nick nicolas
    karl klaus kevin jürgen jens hans heinz henri henry harry george georg frank franz fritz florian fabian eric
    alex adam alan antoine antonio andreas anton arthur bernd bruno charles chris christian christoph dirk dominik
    francisco gabriel gregor guillaume ivan jakob jacob jacques javier jean jim joe jorge julien karim kurt louis
    manuel mathieu matthias moritz olivier omar philip philipp pierre rafael raj raúl rené richard robert rudi samuel
    sebastian simon stefan stephan sven theo uwe victor walter werner will william xavier yannick
"""
FIRST_NAMES: Final[Mapping[str, Kind]] = {
    **dict.fromkeys(_SHE.split(), Kind.SHE),
    **dict.fromkeys(_HE.split(), Kind.HE),
}
