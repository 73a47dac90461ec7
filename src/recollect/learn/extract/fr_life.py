"""French: what somebody is after, does for others, is away for, and what is said without a verb of a working life."""

from typing import Final

from recollect.learn.extract.fr_plans import DAY
from recollect.learn.extract.fr_rule import rule
from recollect.learn.extract.language import Timing
from recollect.model.entry import Kind
from recollect.model.learning import EntityType as Type

_AIM = r"(?:mon|notre|l') ?(?:grand |prochain |principal )?(?:objectif|but|défi|projet|rêve|plan)"
# What people take upon themselves in the present tense; "je relance le serveur" is work at the screen.
_TAKES_ON = r"(?:relanc<E>|relançons|m'occup<E> (?:d[eu']|des)|s'occup<E> (?:d[eu']|des)|me charg<E> (?:d[eu']|des)|se charg<E> (?:d[eu']|des)|prévien[st]|contact<E>|ramèn<E>|apport<E>|m'engag<E> à)"
_SCREEN = r"(?!.*\b(?:serveur|script|commande|build|page|navigateur|ordi|ordinateur|pc|application|appli|service|fichier|code|test|tests)\b)"
_AWAY = r"(?:(?:pas|plus) (?:là|dispo|disponible|au bureau|joignable|libre|à la maison|en ville)|absente?s?|en (?:congés?|vacances|déplacement|voyage|formation|stage|arrêt(?: maladie)?)|au ski|indisponibles?|injoignables?)"
_NO_CAREER = r"(?:retard|prison|attente|garantie|crédit|prêt|malheur|moins|plus|différence|suite|trop|sursis|bail|abonnement|vie|âge|demi)"

LIFE: Final = (
    rule(
        Kind.COMMITMENT,
        "objectif but défi projet rêve plan",
        rf"{_AIM}(?: [\w' ]{{2,25}}?)? ?(?::|est d[e']|,? c'est d[e']) ?\w+(?:er|ir|re|oir)\b.*",
        "goal",
        timing=Timing.PLAN,
        confidence=0.7,
    ),
    rule(
        Kind.COMMITMENT,
        "te t'envoie t'apporte t'appelle",
        rf"(?P<who><JE>) ?(?:te |t')(?:l'|le |la |les )?(?:envoi<E>|apport<E>|rend[s]?|rapport<E>|prêt<E>|dépos<E>|rappell<E>|livr<E>|transmet[s]?|ramèn<E>|prépar<E>|pass<E>|fais|rembours<E>|recontact<E>) ?.*\b{DAY}.*",
        "plan",
        timing=Timing.PLAN,
        confidence=0.7,
    ),
    rule(
        Kind.COMMITMENT,
        "",
        rf"{_SCREEN}(?P<who><JE>|(?:on|nous)(?= )) ?{_TAKES_ON} ?(?:le |la |les |l'|mon |ma |mes |notre |nos |tout|<FIRST>|<NAME>|\w+).*",
        "plan",
        timing=Timing.PLAN,
        confidence=0.65,
    ),
    rule(
        Kind.CONTEXT,
        "là dispo disponible bureau joignable absent absente absents congé congés vacances déplacement voyage formation stage arrêt ski indisponible injoignable libre maison ville",
        rf"(?=.*(?:{DAY}|\b(?:du|jusqu'au|la semaine du) \d))<ALL>(?:<SUIS>|serai|sera|serons) {_AWAY}\b.*",
        "away",
        past=False,
        confidence=0.7,
    ),
    rule(
        Kind.PREFERENCE,
        "pense pensez n'oublie n'oubliez",
        r"(?:stp |svp )*(?:pense|pensez|n'oublie pas|n'oubliez pas) (?:bien )?(?:à|de|d') ?.+\b(?:tous les|toutes les|chaque|toujours|systématiquement|à chaque)\b.*",
        "instruction",
        confidence=0.7,
    ),
    rule(
        Kind.PREFERENCE,
        "quand lorsque pour chaque",
        r"(?:(?:à l'avenir|désormais|dorénavant|à partir de maintenant),? )?(?:(?:quand|lorsque|dès que|(?:à )?chaque fois que) (?:tu|vous) .+?|pour (?:les|mes|tes|vos) [\w' -]{3,40}?) ?: ?(?:toujours|jamais|uniquement|pas|sans|en|avec|que|ne|n')\b.+",
        "instruction",
        confidence=0.75,
    ),
    rule(
        Kind.FACT,
        "depuis",
        r"depuis (?!(?:quand|hier|ce matin|tout à l'heure|tantôt|cinq minutes)\b)[^,?]{3,40}?,? <ME><CL>(?!(?:sais|comprends|vois|cherche|essaie|galère|arrive)\b)\w+ .+",
        None,
        past=True,
        confidence=0.65,
    ),
    rule(
        Kind.FACT,
        "c'est",
        r"(?:le|les|tous les|chaque) (?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|soir|matin|week-end)s?,? c'est (?:moi|nous|mon \w+|ma \w+|<FIRST>) qui .+",
        "habit",
        confidence=0.65,
    ),
    rule(
        Kind.DECISION,
        "mort fichu râpé foutu annulé fini plié cuit",
        r"(?:le|la|l'|les|mon|ma|notre|pour le|pour la) ?[\w' -]{3,40}?,? (?:c'est (?:mort|fichu|râpé|foutu|plié|cuit)|(?:c'est |est )(?:annulée?|tombée? à l'eau))\b.*",
        "plan",
        confidence=0.65,
    ),
    rule(
        Kind.FACT,
        "allergie",
        r"<THIRD>.+\ballergie (?:\S+ ){0,3}?(?:confirmée|avérée|diagnostiquée|sévère)\b.*",
        "allergy",
        confidence=0.75,
    ),
    rule(
        Kind.FACT,
        "éternue éternuent tousse toussent gonfle réagit réaction",
        r"<ALL><CL>(?:éternu<E>|touss<E>|gonfl<E>|(?:réagi[st]|fais|fait)(?: \w+)? (?:mal |une? )?(?:réaction|allergie)?) ?.*\b(?:dès qu|au |aux |à l'|à la |quand ).*\b(?:poils?|chats?|chiens?|pollens?|poussière|lait|œufs?|noix|arachides?|gluten|crevettes?|acariens|guêpes?|pénicilline|latex)\b.*",
        "allergy",
        confidence=0.7,
    ),
    rule(
        Kind.FACT,
        "ans",
        rf"(?:déjà |presque |bientôt )?(?:<NUM>) ans (?:de |d'|en |dans |comme |chez |au |à )(?!{_NO_CAREER}\b)[^?]{{4,}}",
        "employment_past",
        confidence=0.65,
    ),
    rule(
        Kind.COMMITMENT,
        "veux veut voulons",
        r"<ME>(?:veux|veut|voulons) <ADV>(?:ouvrir|monter|créer|apprendre|acheter|arrêter (?:de|le|la)|devenir|déménager|passer (?:le|mon|un)|lancer|reprendre|quitter|partir (?:vivre|en|à)|m'installer|nous installer|construire|adopter|changer de (?:boulot|travail|métier|vie|voiture|appart\w*|banque|ville|poste|école|logement)|perdre|me marier|rénover|courir (?:le|un)) ?(?!.*\b(?:texte|mail|phrase|recette|message|ça)\b).+",
        "goal",
        timing=Timing.PLAN,
        confidence=0.6,
    ),
    rule(
        Kind.COMMITMENT,
        "dois doit devons vais va allons pars part",
        rf"{DAY}(?: (?:matin|midi|soir|après-midi|prochain))?(?: à \d{{1,2}} ?h(?:eures)? ?\d*)?,? (?:<ALL>)<CL>(?:<DOIS>|<VAIS>|pars|part|partons|amèn<E>|récupèr<E>|pass<E>|reçois|recevons) (?!(?:pas|voir si|essayer)\b).+",
        "plan",
        timing=Timing.PLAN,
        confidence=0.65,
    ),
    rule(
        Kind.PREFERENCE,
        "mets mettez utilise utilisez fais faites",
        r"(?:stp |svp )*(?:ne |n')?(?:mets|mettez|utilise|utilisez|fais|faites) (?:pas|plus|jamais) (?:de |d')(?:emojis?|émojis?|smileys?|jargon|anglicismes?|listes|tableaux|formules de politesse|abréviations)\b(?! (?:ici|dans (?:ce|cette)|cette fois)).*",
        "instruction",
        confidence=0.65,
    ),
    rule(
        Kind.FACT,
        "aura aurai auront avoir",
        r"<ALL>(?:aurai|aura|auront|auras|vais avoir|va avoir|vont avoir) (?:bientôt )?(?:<NUM>) ans\b.*",
        "age",
        past=False,
        confidence=0.7,
    ),
    rule(
        Kind.FACT,
        "ouvre ouvert ouverte ouvrons ferme fermé fermée fermons",
        r"(?:(?:ma|mon|notre|le|la|l') ?[\w'-]+ (?:ouvre|ferme|est (?:ouverte?|fermée?))|(?:on|nous) (?:ouvre|ouvrons|ferme|fermons)) (?:du |tous les |toutes les |le |les |de \d|à \d)(?!.*\b(?:prochain|prochaine|demain)\b)(?=.*\b(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|jours|soirs|matins|h)\b).+",
        "habit",
        confidence=0.65,
    ),
    rule(
        Kind.CONTEXT,
        "postule candidate",
        r"<ALL><CL>(?:postul<E>|candidat<E>) .+",
        "status",
        confidence=0.7,
    ),
)

# Searched anywhere in a clause.
NAMED_ONES: Final = (
    rule(
        Kind.RELATIONSHIP,
        "",
        r"(?<![\w'-])(?P<keep>(?:mon|ma|notre) (?:grande?|petite?|petit dernier|petite dernière|dernier|dernière|benjamine?|puce|ado),? (?P<object><FIRST>))(?!\w)",
        "relative",
        relation="est parent de",
        type=Type.PERSON,
        confidence=0.7,
    ),
)
