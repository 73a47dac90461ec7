"""French: the words that patterns are made of."""

from typing import Final

from recollect.learn.extract.language import one_of, words

# Who people have; the value is the gender that "il" and "elle" ask for.
_MALE: Final = """père papa frère fils mari copain petit_ami oncle tonton neveu grand-père papi papy pépé beau-père
    beau-frère beau-fils gendre parrain filleul petit-fils demi-frère fiancé ex-mari compagnon conjoint époux frangin
    daron arrière-grand-père garçon gars ex-copain père_de_famille"""
_FEMALE: Final = """mère maman sœur fille femme copine petite_amie tante tata tatie nièce grand-mère mamie mémé mami
    belle-mère belle-sœur belle-fille bru marraine filleule petite-fille demi-sœur fiancée ex-femme compagne conjointe
    épouse frangine daronne arrière-grand-mère ex-copine"""
_MANY: Final = """parents enfants gosses gamins gamines jumeaux jumelles ados cousins cousines grands-parents
    beaux-parents petits-enfants filles garçons frères sœurs fils petits petites loulous neveux nièces beaux-enfants
    tantes oncles triplés"""
_EITHER: Final = """enfant gosse gamin gamine bébé ado cousin cousine ex aîné aînée cadet cadette benjamin benjamine
    famille partenaire moitié loulou louloute petit petite ptit ptite p'tit p'tite puce"""
_WORK_M: Final = """patron chef boss manager responsable supérieur directeur collaborateur associé assistant mentor
    tuteur stagiaire apprenti client fournisseur comptable avocat notaire banquier conseiller prof professeur maître
    instituteur instit coach entraîneur psy psychologue psychiatre médecin toubib docteur généraliste dentiste kiné ostéo
    vétérinaire véto coiffeur plombier électricien garagiste jardinier gynéco dermato ophtalmo cardiologue
    orthophoniste infirmier architecte agent maçon couvreur rhumato pédiatre directeur_de_thèse
    maître_de_stage chef_d'équipe chef_de_projet binôme"""
_WORK_F: Final = """patronne cheffe manageuse directrice collaboratrice associée assistante tutrice apprentie cliente
    avocate banquière conseillère professeure maîtresse institutrice sage-femme coiffeuse nounou nourrice baby-sitter
    femme_de_ménage infirmière aide-soignante assistante_maternelle directrice_de_thèse collègue"""
_NEAR_M: Final = """ami pote meilleur_ami coloc colocataire voisin camarade locataire propriétaire proprio bailleur
    concierge gardien correspondant"""
_NEAR_F: Final = "amie meilleure_amie voisine gardienne correspondante"
_NEAR_MANY: Final = "amis amies potes colocs colocataires voisins voisines collègues locataires élèves copains copines"
_ANIMALS_M: Final = """chien chat chaton chiot cheval poney lapin hamster perroquet cochon_d'inde poisson mouton âne
    furet gecko serpent lézard rat canari bouledogue labrador berger_australien"""
_ANIMALS_F: Final = "chienne chatte jument lapine perruche tortue poule chèvre vache souris"
_ANIMALS_MANY: Final = """chiens chats chatons chiots chevaux poneys lapins hamsters perroquets poissons poules chèvres moutons
    vaches brebis rats tortues canaris ruches abeilles canards oies perruches ânes chienne"""


def _set(*rows: str) -> frozenset[str]:
    return frozenset(word.replace("_", " ") for row in rows for word in row.split())


GENDER: Final = dict.fromkeys(_set(_MALE, _WORK_M, _NEAR_M, _ANIMALS_M), "m") | dict.fromkeys(
    _set(_FEMALE, _WORK_F, _NEAR_F, _ANIMALS_F), "f"
)
AT_WORK: Final = _set(_WORK_M, _WORK_F)
MANY: Final = _set(_MANY, _NEAR_MANY, _ANIMALS_MANY) - {"fils"}
FAMILY: Final = one_of(f"{_MALE} {_FEMALE} {_MANY} {_EITHER}")
ANIMAL: Final = one_of(f"{_ANIMALS_M} {_ANIMALS_F} {_ANIMALS_MANY}")
KIN: Final = one_of(
    f"{_MALE} {_FEMALE} {_MANY} {_EITHER} {_WORK_M} {_WORK_F} {_NEAR_M} {_NEAR_F} {_NEAR_MANY}"
    f" {_ANIMALS_M} {_ANIMALS_F} {_ANIMALS_MANY}"
)
# Those whom a family calls with "le" and "la": "le petit", "les enfants", "la chatte".
_OURS: Final = one_of(
    """petit_dernier petite_dernière dernier dernière petit petite ptit ptite p'tit p'tite grand grande aîné aînée cadet cadette benjamin benjamine enfants gosses
    gamins petits jumeaux jumelles bébé chat chatte chats chien chienne chiens poules filles garçons proprio
    propriétaire"""
)

# Words with a capital that are no names.
NOT_NAMES: Final = words(
    """Janv Févr Avr Juil Sept Oct Nov Déc Je Tu Il Elle On Nous Vous Ils Elles Le La Les Un Une Des Du De Mon Ma Mes Ton Ta Tes Son Sa Ses Notre Nos Votre
    Vos Leur Leurs Ce Cet Cette Ces Ça Cela Qui Que Quoi Quand Où Comment Pourquoi Combien Quel Quelle Quels Quelles Est
    Et Ou Mais Donc Or Ni Car Si Oui Non Ok Bon Bien Bref Alors Puis Ensuite Enfin Aussi Merci Salut Bonjour Bonsoir
    Coucou Pas Plus Moins Très Trop Tout Tous Toute Toutes Rien Aucun Aucune Personne Avec Sans Pour Par Dans Sur Sous
    Chez Vers Entre Depuis Avant Après Pendant Jusque Hier Demain Aujourd Lundi Mardi Mercredi Jeudi Vendredi Samedi
    Dimanche Janvier Février Mars Avril Mai Juin Juillet Août Septembre Octobre Novembre Décembre Moi Toi Lui Eux
    Voici Voilà Comme Parce Puisque Sinon Sachant Désormais Maintenant Actuellement Parfois Souvent Toujours Jamais
    Encore Déjà Peut Peux Peut-être Fais Faut Dis Donne Propose Explique Écris Rappelle Note Noël Pâques Madame Monsieur
    Mme Dieu Alzheimer Parkinson Crohn Côté Niveau Question Besoin Deux Trois Quatre Cinq Six Sept Huit Neuf Dix Chaque Plusieurs Certains
    Quelques Autre Autres Même Là Ici Ah Oh Eh Hein Génial Super Parfait Nickel Top Cool Félicitations Possible
    D'accord Désolé Désolée Papa Maman Mamie Papi Papy Tonton Tata Attention Interdit Livraison Raison Reste Impossible
    Petit Petite Grand Grande Nouveau Nouvelle Premier Première Dernier Dernière Seul Seule Quelqu'un Tout""".replace(
        "\n", " "
    )
)

_UP: Final = r"[A-Z\u00c0-\u00de]"
_LOW: Final = r"[a-z\u00df-\u00ff\u0153]"
FIRST_NAME: Final = rf"(?-i:(?:(?:M\.|Mr\.?|Mme|Mlle|Dr|Docteur|Monsieur|Madame|Maître) )?(?!(?:Mr|Mme|Mlle|Dr|Docteur|Monsieur|Madame|Maître)\b){_UP}{_LOW}+(?:-{_UP}{_LOW}+)?(?![\w.'-]))"
NAME: Final = (
    rf"(?-i:(?:(?:M|Mr|Mme|Mlle|Dr|Pr|Me)\.? |(?:le docteur|la docteure|monsieur|madame|maître) )?{_UP}[\w'-]*\w"
    rf"(?: (?:(?:de|du|des|la|le|van|von|ben|el|al) )?{_UP}[\w'-]+)*)"
)

NUMBER_WORDS: Final = {
    word: number
    for number, row in enumerate(
        """zéro|un une|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze|treize|quatorze|quinze|seize|dix-sept|
        dix-huit|dix-neuf|vingt""".replace("\n", "").split("|")
    )
    for word in row.split()
} | {
    "trente": 30,
    "quarante": 40,
    "cinquante": 50,
    "soixante": 60,
    "vingt-cinq": 25,
    "quinzaine": 15,
}
NUMBER: Final = r"(?:\d+|" + "|".join(sorted(NUMBER_WORDS, key=len, reverse=True)) + r")"

ADVERBS: Final = (
    r"(?:(?!comment )(?:\w+ment|toujours|encore|aussi|déjà|juste|souvent|parfois|plutôt|bien|très|trop|assez|maintenant"
    r"|l\u00e0|désormais|tjs|tjrs|vrmt|surtout|un peu|beaucoup|pas mal|super|hyper|tous|toutes|tout|toute|moi-même|même|seul|seule"
    r"|en fait|du coup|quand même|d'ailleurs|depuis peu|enfin|à nouveau|en ce moment|aujourd'hui|également|non plus"
    r"|ici|tous les deux|toutes les deux|ensemble|pour le moment|pour l'instant|bientôt|presque|hélas|plus ou moins|carrément) )*"
)
_OWN: Final = r"(?:mon|ma|mes|notre|nos|son|sa|ses|leur|leurs|m)"
# When something is, or for whom it holds, said before the subject.
PREAMBLE: Final = (
    r"(?:(?:(?:moi|nous),? )?(?:moi aussi|moi non plus|moi perso|moi|perso|nous|maintenant|désormais|aujourd'hui|actuellement|en ce moment|en général|pour l'instant"
    r"|ici|là|d'habitude|normalement|demain|après-demain|hier|ensuite|puis|avant|du coup|à la base|de base|chez nous|chez moi|à la maison|toujours|parfois|souvent|quand j'étais \w+|petite?|enfant|étant \w+"
    r"|(?:depuis|en|dans|pendant|après|avant|vers|dès|à partir|à|au|aux|cet|cette|ce|tous|toutes|chaque|l'année|l'an|la semaine|le mois|l'été|le|la|pour|sur|comme|côté|niveau|avec|sans|jusqu'\w+|(?:ça|cela) fait [^,]{3,25} que)\b[^,]{0,40}?),? )"
    r"(?=(?:je|j|jsuis|on|nous|il|elle|ils|elles|mon|ma|mes|notre|nos|c'est|faut)\b|j')"
)

# Whom a clause of any form is about: "sa petite sœur Lou" is no "petite".
ABOUT: Final = rf"(?P<who><JE>|(?:on|nous|il|elle|ils|elles|{_OWN} (?:(?:grande?|petite?|jeune|vieille) )*<KIN>(?:,? <FIRST>)?(?=[ ,])|<KINP>|<FIRST>(?: et moi,? (?:on|nous))?),?(?= )) ?<NE>.+"

# What follows in a clause, and its parts.
PARTS: Final = {
    "KIN": KIN,
    "FAMILY": FAMILY,
    "ANIMAL": ANIMAL,
    "NAME": NAME,
    "FIRST": FIRST_NAME,
    "ADV": ADVERBS,
    "NUM": NUMBER,
    # "ma grande sœur Anna", "notre voisin", "la femme de Marc"; `who` turns away what is nobody ("ma cuisine").
    "KINP": rf"(?:(?:maman|papa|mamie|papi|papy|mémé|pépé)(?=,? )|{_OWN} (?:[\w'-]+ ){{0,2}}?[\w'-]+(?:(?<! de)(?<! du)(?<! à)(?<! en)(?<! au)(?<! chez),? <FIRST>)?|(?:le |la |les |l'){_OURS}|(?:le |la |les |l')<KIN> (?:de |d')<FIRST>)",
    # "je", "j'", and as it is typed in haste: "jsuis", "chuis"; "g" is "j'ai".
    "JE": r"(?:j'|j(?=[a-z\u00e0-\u00ff])(?!e )|ch(?=uis?\b)|(?=g )|(?:je|j)(?= ))",
    "ME": r"(?P<who><JE>|(?:on|nous)(?= )) ?<NE>",
    "ALL": r"(?P<who><JE>|(?:on|nous|il|elle|ils|elles|<KINP>|<FIRST>(?: et moi,? (?:on|nous))?),?(?= )) ?<NE>",
    "THIRD": r"(?P<who>(?:il|elle|ils|elles|<KINP>|<FIRST>),?(?= )) ?<NE>",
    "NE": r"(?:ne |n')?",
    "CL": r"(?:(?:me|m'|se|s'|nous|y|en|l'|le|la|les|lui|leur)(?: |(?<=')))*",
    "SE": r"(?:(?:me|m'|se|s'|nous|m|s)(?: |(?<=')))",
    # Present forms: regular verbs, "être", "avoir", "faire", "aller", "devoir".
    "E": r"(?:e|ons|ent)\b",
    "SUIS": r"(?:suis|est|sommes|sont|uis?)\b",
    "AI": r"(?:ai|a|avons|ont|g|é)\b",
    "FAIS": r"(?:fais|fait|faisons|font|fé|fai)\b",
    "VAIS": r"(?:vais|va|allons|vont)\b",
    "DOIS": r"(?:dois|doit|devons|doivent)\b",
    "ETAIS": r"(?:étais|était|étions|étaient)\b",
    "NOT": r"(?:pas|plus|jamais|rien|aucune?|guère|point|pu)\b",
    "UN": r"(?:un|une|des|du|de la|de l'|deux|trois|quatre|cinq|six|plusieurs|quelques|\d+|mon|ma|mes|le|la|les|l'|d'|de|plein de|dla|dl)",
}
