"""French: what people have and use, what became of it, and what they used to do."""

from typing import Final

from recollect.learn.extract.fr_facts import ROLE
from recollect.learn.extract.fr_rule import rule
from recollect.learn.extract.language import Timing
from recollect.model.entry import Kind
from recollect.model.learning import EntityType as Type

_FACT = Kind.FACT
_NOTHING = r"(?!(?:une? |des |du |de la |de l'|le |la |les |l'|plusieurs |deux |trois |plein de |d'|de |mon |ma |pas d[e'] ?|plus d[e'] ?)?(?:autre |autres |petite? |gros |grosse |bonne |bon |vraie |vrai |sacrée? |même |mêmes |peu d[e'] ?|super |grande? |tout petit |dernière )*(?:questions?|problèmes?|soucis?|doutes?|idées?|impression|envie|besoin|peur|chance|temps|mal|trou|choix|hésitation|remarque|erreurs?|bugs?|message|truc|trucs|chose|choses|flemme|faim|soif|sommeil|coup|peine|droit|occasion|sentiment|intention|habitude|honte|hâte|raison|tort|but|rêve|cauchemar|rhume|crève|fièvre|blague|nouvelle|nouvelles|info|infos|exemple|point|points|minute|minutes|seconde|moment|jours?|heures?|ans|semaines?|mois|rapport|façon|air|monde|moyen|moyens|difficultés?|retour|préférence|confiance|demande|commande|réponse|solution|piste|pistes|avis|accès|rendez-vous|rdv|réunion|examen|entretien|contrôle|oral|partiel|gueule|frissons|larmes|boule|bol|pot|poisse|cafard|courage|patience|force|fin|suite|début|truc à|mots?|phrases?|texte|exo|exercice|devoir|dossier|conseils?|astuces?|recette|pourboire|dispute|débat|discussion|conversation|fou rire|crampe|bleu|bouton|toux|gorge|ventre|tête|journée|soirée|nuit|week-end|doctorat en|mille|million)\b)"

# What people pay for or get, month by month.
_COST = r"(?:loyer|crédit|crédit auto|électricité|eau|gaz|chauffage|crèche|nounou|assurance|internet|téléphone|courses|salle de sport|salaire|retraite|pension)"
HAVING: Final = (
    rule(
        Kind.FACT,
        "loyer crédit électricité eau gaz chauffage crèche nounou assurance internet téléphone courses sport salaire retraite pension",
        rf"{_COST}:? (?:(?:environ|à peu près|presque|vers) )*[£$€]?\d[\d.,]*(?: ?(?:€|euros?|k\b))?(?: (?:par (?:mois|an|semaine)|mensuels|nets?|bruts?))?(?: \([^)]*\))?$",
        confidence=0.7,
    ),
    rule(
        Kind.FACT,
        "",
        r"<ALL><AI> <ADV>(?:(?:une?|deux|trois|quatre|cinq|six|sept|\d+|mes|mon|ma|des|plusieurs|pas d[e'] ?|plus d[e'] ?|que|encore) ?)(?:(?:grande?s?|petite?s?|jeunes?|autres?|vieux|vieille|demi|belle|beaux|adorables?|gros|grosse) )*(?P<object><FAMILY>|<ANIMAL>)\b.*",
        "relative",
        confidence=0.8,
        relation="a",
        type=Type.PERSON,
    ),
    rule(
        _FACT,
        "ai a avons ont g jai",
        rf"<ALL>(?:y )?<AI> <ADV>(?:que |pas |plus |encore |toujours )?{_NOTHING}(?:une? |deux |trois |quatre |cinq |six |\d+ |des |plusieurs |mon |ma |pas d[e'] ?|plus d[e'] ?|de |d'|le permis|la double)(?P<object>[^,]+?)(?=$|,| (?:depuis|pour|qui|que|avec|et|mais|dans|à|chez|sur|où)\b).*",
        "owns",
        relation="a",
        confidence=0.65,
    ),
    rule(
        _FACT,
        "",
        r"(?:<NUM>|des|mes) (?:(?:petite?s?|grande?s?|vieux|vieilles) )?(?:<FAMILY>|<ANIMAL>)(?: (?:et|,) (?:<NUM>|des|une?) (?:<FAMILY>|<ANIMAL>))? (?:au fond|dans le|à la maison|à charge|chez (?:moi|nous)|en bas âge|de \d+|dans mon|au jardin|à l'école).*",
        "relative",
        confidence=0.65,
    ),
    rule(
        _FACT,
        "roule roulons conduis conduit pédale",
        r"<ALL>(?:roul<E>|conduis|conduit|circul<E>) <ADV>(?:en |à |au |avec )(?:une? |ma |mon )?(?P<object>.+)",
        "car",
        relation="roule en",
    ),
    rule(
        _FACT,
        "acheté vendu adopté hérité loué perdu remplacé revendu récupéré échangé acheter vendre adopter commandé construit planté donné",
        r"<ALL><CL>(?:<AI>|viens d[e']|vient d[e']|venons d[e']|<SUIS>) ?<CL><ADV>(?:achetée?s?|vendue?s?|adoptée?s?|héritée?s?|louée?s?|remplacée?s?|revendue?s?|récupérée?s?|échangée?s?|acheter|vendre|adopter|offerte?s?|construite?s?|plantée?s?|donnée?s?|perdue?s?)\b (?!(?:ça|du temps|mon temps|le fil|patience|espoir|la tête|l'habitude|du poids)\b)(?:une? |des |du |de la |mon |ma |mes |notre |nos |le |la |les |l'|deux |trois |\d+ |d'une? |de |d').+",
        "owns",
        timing=Timing.EVENT,
        past=True,
        confidence=0.65,
    ),
    rule(
        _FACT,
        "utilise utilisons utilisent",
        r"<ALL>(?:utilis<E>|tourn<E> (?:sur|sous|avec))(?: <NOT>)? <ADV>(?!(?:ça|cette|ce|cela)\b)(?:que |le |la |les |l'|un |une |des |du |mon |ma )?(?P<object>[^,]+?)(?=$|,| (?:pour|chez|sur|à|et|comme|avec|depuis)\b).*",
        "uses",
        relation="utilise",
        type=Type.TOOL,
    ),
    rule(
        _FACT,
        "sur sous",
        r"<ME><SUIS> <ADV>(?:sur|sous) (?P<object>(?-i:[A-Z])\w*(?: [\w.]+)?|mac|macos|windows(?: \d+)?|linux|android|ios|iphone|ubuntu|debian|insta\w*|facebook|twitter|tiktok|whatsapp)\b.*",
        "uses",
        relation="utilise",
        type=Type.TOOL,
    ),
    rule(
        _FACT,
        "y'a ya y a",
        r"(?:(?:il )?y ?'?a|ya) (?:du |de la |dla |des |une? |plein de |de l'|deux |trois |\d+ )(?!(?:moyen|chance|problème|souci|truc|gens|monde)\b).*\b(?:chez (?:moi|nous)|dans (?:ma|mon|notre|mes|nos|leur|la (?:salle de bain|cuisine|chambre|maison|cave)|le (?:salon|garage|jardin))|ds (?:ma|mon|leur|notre)|depuis|dpuis)\b.*",
        "event",
        confidence=0.65,
    ),
)

RATES: Final = (
    # What there is to spend, of whatever the talk is about.
    rule(
        _FACT,
        "budget",
        r"(?:(?:le|mon|notre|un) )?budget(?: (?:est|serait|max|maximum|total|de|d'environ|environ|autour de|jusqu'à))* [$€£~]?\d[\d.,]*k?\b.*",
        None,
        confidence=0.6,
    ),
    rule(
        _FACT,
        "loyer salaire abonnement forfait facture budget charges pension crédit",
        r"(?:(?:le|la|l'|les|mon|ma|mes|notre|nos) ?)(?P<thing>loyer|salaire|abonnement|forfait|factures?|budget|charges|pension|crédit|mensualités?|taxe foncière)(?: \w+)? (?:passe|passent|est|sont|monte|montent|augmente|augmentent|baisse|baissent|est passée?|va passer|sera|descend|reste) <ADV>(?:à|de|d'|fixée?|maintenant)?.*\d.*",
        "rent",
        past=False,
        confidence=0.75,
    ),
)

FORMER: Final = (
    rule(
        _FACT,
        "passé vécu habité travaillé bossé étudié enseigné exercé tenu dirigé",
        r"<ALL><AI> <ADV>(?:passé|vécu|habité|travaillé|bossé|étudié|enseigné|exercé|tenu|dirigé|fait)\b <ADV>(?:(?:pendant |près de |presque |plus de |environ )*(?:<NUM>|quelques|plusieurs|toute) (?:ans|années?|mois|vie)\b .+|.+ (?:pendant|jusqu'en|jusqu'à|jusqu'au|de \d{4} à|entre \d{4}) .+|(?:à|a|en|au|aux|chez) (?-i:[A-Z\u00c0-\u00de]).+)",
        "past_home",
        timing=Timing.ENDED,
        past=True,
        confidence=0.75,
    ),
    rule(
        _FACT,
        "habitais habitait habitions travaillais travaillait bossais bossait vivais vivait vivions fumais fumait enseignais",
        r"<ALL><CL>(?:habitais|habitait|habitions|travaillais|travaillait|travaillions|bossais|bossait|vivais|vivait|vivions|fumais|fumait|enseignais|enseignait)\b(?! (?:sur (?:ce|cette|ça)|avec toi)).*",
        "former",
        timing=Timing.ENDED,
        past=True,
        confidence=0.75,
    ),
    rule(
        _FACT,
        "étais était étions",
        rf"<ALL><CL>(?:étais|était|étions|étaient) (?:<ADV>)?(?:une? )?(?:{ROLE})\b.*",
        "former",
        timing=Timing.ENDED,
        past=True,
        confidence=0.7,
    ),
    rule(
        _FACT,
        "avais avait avions",
        r"<ALL>(?:avais|avait|avions) (?:une? |des |deux |trois )(?!(?:\w+ )?(?:questions?|problèmes?|idées?|doutes?|soucis?|rendez-vous|rdv|truc|bug|erreur|message)\b).+",
        "former",
        timing=Timing.ENDED,
        past=True,
        confidence=0.65,
    ),
    rule(
        _FACT,
        "étais était étions avais avait avions habitais habitait travaillais travaillait bossais bossait faisais faisait jouais jouait vivais vivait fumais fumait",
        r"(?:(?:avant|à l'époque|autrefois|dans le temps|jusqu'en \d{4}|il y a \w+ ans),? )?<ALL><CL>(?:étais|était|avais|avait|avions|étions|habitais|habitait|travaillais|travaillait|bossais|bossait|faisais|faisait|jouais|jouait|vivais|vivait|fumais|fumait|buvais|buvait|mangeais|mangeait|enseignais|enseignait) (?!(?:en train|sur le point|pas sûre?|sûre?|déjà|oublié|contente?|raison|prévu|pensé|dit|cru|l'intention|besoin|envie|crevée?|là)\b)(?=.*\b(?:avant|à l'époque|autrefois|jusqu'|pendant|quand j'étais|dans le temps|plus jeune|petite?|enfant|ado|ans|\d{4}|ancienn?e?|avant de)\b).+",
        "former",
        timing=Timing.ENDED,
        past=True,
        confidence=0.7,
    ),
    rule(
        _FACT,
        "arrêté arrêtée cessé lâché abandonné quitté résilié laissé stoppé",
        r"<ALL><CL>(?:<AI>|<SUIS>|viens d[']?e?) ?<CL><ADV>(?:arrêté|cessé|abandonné|quitté|résilié|laissé tomber|stoppé|lâché|renoncé)\b (?!(?:ça|tout)\b|là$)(?:de |d'|le |la |les |l'|mon |ma |mes |à |au |notre ).+",
        "former",
        timing=Timing.EVENT,
        past=True,
        confidence=0.7,
    ),
)

EVENTS: Final = (
    rule(
        _FACT,
        "réussi raté obtenu fini terminé soutenu publié passé gagné eu validé rendu couru participé inscrit inscrite reçu reçue",
        r"<ALL><CL>(?:<AI>|<SUIS>|viens d[e']|vient d[e']) ?<CL><ADV>(?:réussi|raté|obtenu|terminé|fini|soutenu|publié|gagné|validé|couru|passé|eu|inscrite?s?|reçue?s?|décroché)\b (?:à |au |aux |mon |ma |mes |son |sa |ses |le |la |l'|un |une |en |dans )(?:\w+ ){0,2}?(?:permis|bac|brevet|examen|concours|diplôme|master|licence|thèse|cap|bts|marathon|semi|livre|roman|formation|certif\w*|stage|code|prix|médaille|tournoi|mémoire|entretien|fac|conservatoire|cours|club|internat)\b.*",
        "event",
        timing=Timing.EVENT,
        past=True,
        confidence=0.65,
    ),
    rule(
        _FACT,
        "enfant bébé fille garçon fils jumeaux jumelles accouché naissance",
        r"<ALL><CL>(?:<AI>|vient d[e']|viens d[e']) ?(?:eu|avoir|accouché|accoucher|adopté)\b ?(?:(?:une?|notre|nos|mon|ma|son|sa|leur|des|d'une?|de) ?)?(?:\w+ )?(?:enfant|bébé|fille|garçon|fils|jumeaux|jumelles|il y a|le|en|hier).*",
        "children",
        timing=Timing.EVENT,
        past=True,
        confidence=0.75,
    ),
    rule(
        _FACT,
        "tombé tombée accident renversé renversée cambriolé cambriolée volé",
        r"<ALL><CL>(?:<SUIS>|<AI>|viens d[e']) ?<CL><ADV>(?:tombée?s? (?:d[eu'] ?|dans|en panne|malade|enceinte)|eu un accident|fait (?:renverser|cambrioler|voler|opérer|mal)|été (?:renversée?|cambriolée?s?)).*",
        "event",
        timing=Timing.EVENT,
        past=True,
        confidence=0.7,
    ),
    rule(
        _FACT,
        "volé volée piquer euthanasier",
        r"(?:on (?:m'|nous )a volé (?:mon|ma|mes|notre|nos|le|la|les) .+|<ME><CL>(?:<AI>) ?(?:dû )?(?:faire|fait) (?:piquer|euthanasier) (?:mon |ma |notre |le |la |<FIRST>).*)",
        None,
        timing=Timing.EVENT,
        past=True,
        confidence=0.7,
    ),
    rule(
        _FACT,
        "mort morte décédé décédée né née nés nées disparu disparue",
        r"<THIRD>(?:<SUIS>|vient d[e']) ?<ADV>(?:morte?s?|décédée?s?|née?s?|mourir|naître)\b.*",
        "event",
        timing=Timing.EVENT,
        past=True,
        confidence=0.8,
    ),
)

MINE: Final = (
    rule(
        _FACT,
        "numéro téléphone portable tél mail email e-mail adresse",
        r"(?:mon|notre) (?:numéro(?: de (?:téléphone|portable))?|téléphone|portable|tél)(?:,? c'est(?: le)?| est(?: le)?) .*\d.*",
        "phone",
        confidence=0.8,
    ),
    rule(
        _FACT,
        "mail email e-mail adresse courriel",
        r"(?:mon|notre) (?:adresse )?(?:e-?mail|mail|courriel|adresse mail|adresse e-?mail)(?:,? c'est| est) .+",
        "email",
        confidence=0.8,
    ),
    rule(
        _FACT,
        "voiture vélo moto scooter ordi ordinateur portable téléphone pc imprimante maison appartement jardin appart four lave-linge chaudière guitare piano entreprise boîte société équipe école asso association bateau camion",
        r"(?P<whose>(?:mon|ma|notre) (?:nouvelle |nouveau |vieille |vieux |petite |petit |ancienne |ancien )?(?:voiture|vélo|moto|scooter|ordi|ordinateur|portable|téléphone|pc|imprimante|maison|appartement|appart|jardin|four|lave-linge|chaudière|guitare|piano|entreprise|boîte|société|équipe|école|asso|association|bateau|camion|camping-car|cuisine|atelier|boutique|cabinet|classe|quartier|immeuble|village)) (?:est|fait|date|compte|a|s'appelle|mesure|consomme|tourne|donne|ferme|ouvre|se trouve|vend|fabrique) (?!(?:en panne|cassée?|bloquée?|lente?|trop|très|pas|en retard|mort|foutue?|une erreur|un bug|un problème|un souci|mal|planté|plantée)\b).+",
        None,
        confidence=0.6,
    ),
)
