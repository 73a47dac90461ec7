"""French: how things are done where people are, and what they want to be kept to."""

from typing import Final

from recollect.learn.extract.fr_rule import french, rule
from recollect.model.entry import Kind

_LIKE = Kind.PREFERENCE
_RULE = r"(?:la |une |notre |ma |mon |un |l')(?:règle|principe|habitude|tradition|procédure|politique|consigne|coutume|usage)"

WAYS: Final = (
    rule(
        _LIKE,
        "règle principe habitude tradition procédure politique consigne coutume usage",
        rf"(?:(?P<who><JE>|(?:on|nous)(?= )) ?)?.{{4,}}?,? c'est {_RULE}\b.*",
        "procedure",
        confidence=0.75,
    ),
    rule(
        Kind.PROCEDURE,
        "chez dans au",
        r"(?:chez (?:nous|moi)|dans (?:notre|mon|ma) (?:équipe|boîte|service|labo|entreprise|atelier|cuisine|école|classe|famille|association|cabinet|boutique)|au (?:boulot|bureau|labo|travail|taf)|à l'atelier),? (?!(?:c'est|il fait|ça|y a|il y a|je suis|on est|j'ai|j'habite)\b).{8,}",
        "procedure",
        confidence=0.7,
    ),
    rule(
        Kind.PROCEDURE,
        "rien personne aucun aucune",
        r"(?:rien|personne|aucune? [\w -]{3,30}?) (?:ne |n')(?:part|sort|passe|touche|va|entre|déploie|pousse|publie|signe|rentre|se fait|est (?:livré|publié|envoyé|validé|déployé|fusionné|mis)\w*|merge)\b.*",
        "procedure",
        confidence=0.75,
    ),
    rule(
        Kind.PROCEDURE,
        "chaque tout toute toutes tous nouveau nouvelle",
        r"(?:chaque|tout|toute|(?:tous|toutes) (?:les|nos|mes)) [\w' -]{3,40}? (?:doit|doivent|passe|passent|est|sont|commence|commencent|part|partent|va|vont|se fait|se font|reçoit|démarre)\b.*\b(?:par|avant|après|d'abord|ensuite|puis|dans|en|validée?s?|relue?s?|signée?s?|sur|deux|à)\b.+",
        "procedure",
        confidence=0.65,
    ),
    rule(
        Kind.PROCEDURE,
        "déploie déployons livre livrons publie publions relit relisons teste testons sauvegarde facture facturons fusionne valide validons merge mergeons archive nomme commande range",
        r"<ME>(?:déploi<E>|déployons|livr<E>|publi<E>|relit|relisons|test<E>|sauvegard<E>|factur<E>|fusionn<E>|valid<E>|merg<E>|mergeons|archiv<E>|nomm<E>|rang<E>|rangeons|réceptionn<E>|expédi<E>|sign<E>) <ADV>.*\b(?:par|via|avec|avant|après|chaque|tous|toutes|le (?:lundi|mardi|mercredi|jeudi|vendredi)|en|depuis|sur|à|puis|jamais|d'abord|une fois|que)\b.+",
        "procedure",
        confidence=0.7,
    ),
    rule(
        Kind.PROCEDURE,
        "d'abord ensuite puis commence commençons",
        r"(?:<ME>|pour .{3,40}, (?:je|on|nous|j') ?).*\b(?:d'abord|commenc\w+ par)\b.+\b(?:puis|ensuite|après)\b.+",
        "procedure",
        confidence=0.65,
    ),
    rule(
        Kind.PROCEDURE,
        "avant après dès",
        r"(?:avant|après|dès) (?:chaque|toute?|tous les|toutes les) [\w' -]{3,40}?,? (?:je|j'|on|nous|il faut|faut) ?.+",
        "procedure",
        confidence=0.65,
    ),
    rule(
        Kind.PROCEDURE,
        "se",
        r"(?:les|le|la|l'|nos|notre|tout|toute|tous|toutes) ?[\w' -]{3,40}? se (?:pose|posent|fait|font|commande|commandent|réserve|réservent|valide|valident|demande|demandent|signe|signent|dépose|déposent|déclare|déclarent|gère|gèrent|range|rangent|règle|règlent|prend|prennent|rend|rendent) .+",
        "procedure",
        confidence=0.65,
    ),
    rule(
        Kind.FACT,
        "tourne tournent hébergé hébergée hébergés stocké stockés déployé écrit codé lancés lancé",
        r"(?:les|le|la|l'|nos|notre|mon|ma|mes) ?[\w' -]{2,40}? (?:tourn<E>|est hébergée?s?|sont hébergée?s?|sont stockée?s?|est stockée?s?|est codée?|est écrite?|est développée?|sont gérée?s?|est gérée?|sont lancée?s?|se lancent) (?:sur|sous|avec|chez|en|dans|par|via) (?P<object>.+)",
        "uses",
        confidence=0.7,
    ),
)

_ALWAYS = r"(?:toujours|jamais|désormais|dorénavant|à l'avenir|à partir de maintenant|à chaque fois|systématiquement|par défaut|en général|dans toutes tes réponses|dans tes réponses|dans vos réponses|pour toutes (?:les|tes) \w+|la prochaine fois|pour la suite|à compter de maintenant|une fois pour toutes)"
_ACT = r"(?:utilise|utilisez|écris|écrivez|réponds|répondez|réponds-moi|répondez-moi|donne|donnez|donne-moi|donnez-moi|appelle|appelle-moi|appelez-moi|mets|mettez|garde|gardez|fais|faites|fais-moi|ajoute|ajoutez|montre|montre-moi|envoie|envoie-moi|enregistre|demande|demande-moi|demandez|commence|commencez|termine|parle|parle-moi|parlez-moi|explique|explique-moi|évite|évitez|laisse|cite|citez|nomme|trie|arrondis|convertis|traduis|vérifie|confirme|lance|touche|réserve|commande|choisis|prends|considère|mentionne|propose|propose-moi|proposez|tutoie|tutoie-moi|tutoyez-moi|vouvoie|vouvoie-moi|vouvoyez-moi|signe|rappelle|oublie|ouvre|télécharge|lis|sois|soyez|dis|dis-moi|achète|paie|partage|publie|fusionne|installe|modifie|supprime|numérote|indique|note|limite|précise|formate|présente|reste|compte|code|commente)"

# Questions in form only: what is asked for holds from now on, or is to be thought of.
REMINDS: Final = r"(?:tu peux|peux-tu|tu pourrais|pourrais-tu|vous pouvez|pouvez-vous|vous pourriez|pourriez-vous) me rappeler (?:de (?!quoi\b|qui\b)|d'|que (?=je |mon |ma |on |nous )|qu'on )"
REQUESTS: Final = french(
    rf"{REMINDS}|(?:tu peux|tu pourrais|vous pouvez|vous pourriez) me (?:tutoyer|vouvoyer)\b"
)
INSTRUCTIONS: Final = (
    # A list of wishes behind "retiens :".
    rule(
        _LIKE,
        "",
        rf"(?!(?:je|j'|mon|ma|mes|notre|nos|il|elle|le|la|les)\b)(?=.*\b(?:réponses?|phrases|emojis?|listes?|unités|sources?|tu|vous|tutoie\w*|court\w*|bref|ton|jargon|jamais|toujours)\b)(?:{_ACT}|phrases|réponses|pas de|pas d'|sans|toujours|jamais|moins|plus|uniquement|unités)\b.+",
        "instruction",
        confidence=0.65,
        after=r"\b(?:retiens|retenez|souviens-toi|rappelle-toi|note|règles?|consignes?|pour (?:la suite|la prochaine fois|l'avenir))\b[^.:]{0,20}:\s*$",
    ),
    rule(
        _LIKE,
        "explique expliquez explique-moi expliquez-moi étape fois",
        r"(?:s'il te plaît,? |stp,? |svp,? )?(?:expliqu(?:e|ez)(?:-moi| moi)?(?: tout| les choses)? (?:simplement|lentement|doucement|pas à pas|étape par étape|avec des mots simples|comme si)\b.*|une (?:étape|question|chose) à la fois\b.*)",
        "instruction",
        confidence=0.65,
    ),
    # How answers are to sound.
    rule(
        _LIKE,
        "sois soyez",
        r"(?:s'il te plaît,? |stp,? |svp,? |et |mais )*(?:sois|soyez)(?: un peu| beaucoup| très| plus| moins| bien)* (?:concise?|bref|brève|directe?|franche?|honnête|critique|claire?|précise?|formel|formelle|patiente?|gentil|gentille|douce|doux|exigeante?|sévère)(?: (?:avec (?:moi|mes? .+)|dans .+|quand .+|stp|svp|s'il te plaît))?$",
        "instruction",
        confidence=0.65,
    ),
    rule(
        _LIKE,
        "réponds répondez réponds-moi répondez-moi",
        r"(?:s'il te plaît,? |stp,? |svp,? )?(?:réponds|répondez)(?:-moi| moi)? (?:uniquement )?(?:en (?:français|anglais|allemand|espagnol|italien|néerlandais|une phrase|deux phrases|peu de mots)|brièvement|court|plus court).*",
        "instruction",
        confidence=0.7,
    ),
    rule(
        _LIKE,
        "toujours jamais désormais dorénavant l'avenir maintenant fois systématiquement défaut général réponses suite prochaine",
        rf"(?:stp |svp |et |mais |donc )*{_ALWAYS},? (?:stp,? |svp,? |s'il te plaît,? |s'il vous plaît,? )?(?:{_ACT}|ne|n'|pas|tu|je (?:veux|préfère|voudrais)|en|avec|sans|au|le|la|les|uniquement|que)\b.+",
        "instruction",
        confidence=0.8,
    ),
    rule(
        _LIKE,
        "toujours jamais désormais dorénavant l'avenir maintenant fois systématiquement défaut réponses suite",
        rf"(?:stp |svp |s'il te plaît,? )*(?:ne |n')?(?:(?:me|m'|y|en|te|le|la|les) ?)?{_ACT}\b.*\b{_ALWAYS}\b.*",
        "instruction",
        confidence=0.75,
    ),
    rule(
        _LIKE,
        "tutoie tutoie-moi tutoyez tutoyer vouvoie vouvoie-moi vouvoyez vouvoyez-moi tutoyez-moi tutoie-moi tutoyons",
        r"(?:(?:on (?:peut|va) se |tu peux me |vous pouvez me )?(?:tutoyer|vouvoyer)|(?:ne )?(?:me )?(?:tutoie|vouvoie|tutoyez|vouvoyez)(?:-moi| moi| pas)?)\b(?! le lecteur| les lecteurs).*",
        "instruction",
        confidence=0.7,
    ),
    rule(
        _LIKE,
        "veux veut voulons souhaite",
        r"(?P<who>je|on|nous)(?= ) ?(?:ne )?(?:veux|veut|voulons|souhaite|souhaitons) (?:pas |plus |jamais |toujours |que |uniquement |seulement )*(?:des|les|tes|vos|mes|de|d'|toutes (?:les|tes)) ?(?:réponses|dates|fichiers|noms|codes?|captures|résumés|mails|prix|résultats|rapports|unités|chiffres|réservations|explications|citations|sources|anglicismes|emojis|émojis|listes|tableaux)\b.+",
        "instruction",
        confidence=0.7,
    ),
    rule(
        _LIKE,
        "",
        r"(?!(?:je|j'|on|nous|mon|ma|mes|notre|c'est)\b).{8,}",
        "instruction",
        confidence=0.65,
        after=r"\b(?:retiens|retenez|mémorise|mémorisez|à retenir|souviens-toi|souvenez-vous|à l'avenir|consigne|règle)\b[^.:]{0,30}:? ?$",
    ),
    rule(
        _LIKE,
        "arrête arrêtez cesse",
        r"(?:stp |svp )*(?:arrête|arrêtez|cesse|cessez) (?:de |d')(?:me |m'|te |vous )?\w+.*",
        "instruction",
        confidence=0.65,
    ),
    rule(
        _LIKE,
        "quand lorsque dès chaque fois",
        rf"(?:quand|lorsque|dès que|(?:à )?chaque fois que) (?:tu|vous) .+?,? (?:ne |n')?(?:me |m')?{_ACT}\b.+",
        "instruction",
        confidence=0.7,
    ),
    rule(
        _LIKE,
        "merci",
        r"merci de (?:toujours|ne (?:plus|jamais|pas)|systématiquement|désormais) .+",
        "instruction",
        confidence=0.7,
    ),
    rule(
        _LIKE,
        "tu vous",
        r"(?:désormais|dorénavant|à partir de maintenant|à l'avenir|maintenant),? (?:tu|vous) (?:me |m'|peux |pouvez |dois |devez )?\w+.*",
        "instruction",
        confidence=0.7,
    ),
    rule(
        _LIKE,
        "toujours jamais",
        r"(?:toujours|jamais|uniquement|exclusivement) (?:avec|sans|en|au|à|par|d[eu'] ?|les|des|le|la) ?.+",
        "instruction",
        confidence=0.6,
    ),
    rule(
        _LIKE,
        "pas jamais plus",
        r"(?:pas|jamais|plus jamais|plus) d(?:e |')(?:anglicismes?|emojis?|émojis?|smileys?|jargon|formules de politesse|listes à puces|tutoiement|blabla|majuscules|gras)\b(?! (?:ici|dans (?:ce|cette)|pour (?:ce|cette)|cette fois)).*",
        "instruction",
        confidence=0.65,
    ),
    rule(
        _LIKE,
        "réponses réponse messages message",
        r"(?:stp,? |svp,? )?(?:ne |n')?(?:commence|commencez|débute|débutez|termine|terminez|finis|finissez) (?:pas|plus|jamais) (?:tes|vos|chaque|toutes (?:tes|vos)) (?:réponses?|messages?)\b.+",
        "instruction",
        confidence=0.7,
    ),
)
