"""The most frequent words of each language, by which it is told before anything else of it is needed."""

from collections.abc import Mapping
from typing import Final

_ENGLISH: Final = frozenset(
    """the of and a to in is you that it he was for on are as with his they i at be this have from or had by but not what all were we when
    your can said there use an each which she do how their if will up other about out many then them these so some her would
    make like him into time has look two more go see no way could people my than been who its now find down did get come made may
    i'm im it's don't me our us am yes just want need got know really please thanks any should does any work live love
    where why here also because after before very still too much think going one""".split()
)
_FRENCH: Final = frozenset(
    """le la les un une des du de d' l' et à au aux en dans sur pour par avec sans sous chez que qu' qui quoi ne n'
    pas plus jamais je j' tu t' il elle on nous vous ils elles me m' te se s' mon ma mes ton ta tes son sa ses
    notre nos votre vos leur leurs ce c' cet cette ces ça cela est suis es sommes êtes sont était étais ai as a
    avons avez ont avait avais fait fais faire faut peut peux veux veut vais va bonjour salut coucou merci oui non
    si mais ou où donc car comme quand comment pourquoi combien quel quelle quels quelles très trop bien bon aussi
    alors encore toujours déjà depuis avant après pendant entre vers tout tous toute toutes rien moi toi lui eux y
    stp svp jsuis jai chui chuis jhabite jbosse jtravaille jvais jpeux jsais jfais jveux jdois jaime jadore ds pr g
    pcq tjs slt ya ouais ok même autre autres deux trois peu beaucoup être avoir puis lundi mardi mercredi jeudi
    vendredi samedi dimanche demain hier rdv janvier février juin juillet août septembre octobre novembre décembre
    année mois semaine heures euros enfants maison voici voilà là ici parce puisque jour ans
    annee aout apres ca decembre deja etais etait etes etre fevrier meme tres voila""".split()
)
COMMON: Final[Mapping[str, frozenset[str]]] = {"en": _ENGLISH, "fr": _FRENCH}
