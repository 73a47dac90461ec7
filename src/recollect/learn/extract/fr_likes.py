"""French: what people like, eat and do as a rule, and what they can do."""

from typing import Final

from recollect.learn.extract.fr_rule import rule
from recollect.model.entry import Kind

_LIKE = Kind.PREFERENCE
_NOT_THIS = r"(?!(?:ça|cela|celui|celle|ceux|cette (?:idée|réponse|version|phrase|option)|ce (?:texte|titre|style)|l'idée|le (?:premier|deuxième|second|troisième|dernier|concept|principe|résultat|ton)|la (?:première|deuxième|seconde|dernière|réponse|version)|tes|ton|ta|vos|votre|que tu|que vous|quand (?:tu|vous)|savoir|ta façon|beaucoup ça|bien (?:ça|l'idée|la première|le premier|ta|ton|tes|cette))\b)"
_LIKING = r"(?:aim<E>|ador<E>|préfèr<E>|préférons|détest<E>|kiff<E>|appréci<E>|raffol<E>|exècr<E>|hais|hait|abhorr<E>|vénèr<E>)"

LIKES: Final = (
    rule(
        Kind.FACT,
        "loisir loisirs hobby hobbies passion passions passe-temps",
        r"(?:mon|ma|mes|notre|nos) (?:loisirs?|hobb(?:y|ys|ies)|passions?|passe-temps) ?(?:est|sont|c'est|ce sont) .+",
        "hobby",
        answers=r"\bhobb|\bloisir|\bpasse-temps\b|\btemps libre\b|\bpassion",
    ),
    rule(
        _LIKE,
        "préféré préférée préférés préférées favori favorite",
        r"(?:une? de )?(?:mon|ma|mes|son|sa|notre|nos|leur) (?P<thing>[\w' -]+?) (?:préférée?s?|favorite?s?|favoris?)(?: (?:de tous les temps|du moment|absolue?))?,? (?:est|sont|c'est|ce sont|reste|restent|a toujours été) .+",
        "favourite:{thing}",
        confidence=0.85,
    ),
    rule(
        _LIKE,
        "préféré préférée préférés préférées favori favorite",
        r".{3,60}(?: est|,? c'est| sont| reste) (?:mon|ma|mes|notre) .*(?:préférée?s?|favori\w*)\b.*",
        "likes",
        confidence=0.75,
    ),
    rule(
        _LIKE,
        "aime aimons aiment adore adorons adorent préfère préférons préfèrent déteste détestons détestent kiffe kiffent apprécie apprécions raffole raffolons exècre hais hait vénère",
        rf"<ALL>(?:l'|les |le |la |en )?{_LIKING}(?: <NOT>)? <ADV>{_NOT_THIS}(?!mieux que tu|mieux$|$)(?P<object>.+)",
        "likes",
        confidence=0.8,
        relation="aime",
    ),
    rule(
        _LIKE,
        "supporte supportons supportent horreur phobie faible encaisse blaire encadrer",
        rf"<ALL>(?:(?:supporte|supportent|encaisse|blaire) (?:pas|plus|mal) {_NOT_THIS}.+|(?:ai|a|avons|ont) (?:toujours eu )?(?:(?:une )?(?:sainte |vraie )?horreur d[eu']|un (?:gros |petit )?faible pour|en horreur|la phobie d|une passion pour|une préférence pour|une aversion) ?.+)",
        "dislikes",
        confidence=0.75,
    ),
    rule(
        _LIKE,
        "fan fans accro accros passionné passionnée passionnés dingue dingues mordu mordue amateur amatrice gourmand gourmande addict friand adepte branché branchée sucré salé plutôt",
        rf"<ALL><SUIS>(?: <NOT>)? (?:<ADV>(?:une? )?(?:(?:très|trop|grande?|gros|grosse|vraie?|énorme|grand) )*(?:fans?|accros?|passionnée?s?|dingues?|mordue?s?|amateurs?|amatrice|gourmande?s?|addicts?|friande?s?|adeptes?|branchée?s?|fana|du genre)\b(?: (?:d[eu']|des|à|au|aux|par|pour) ?{_NOT_THIS}.+|$)|(?:plutôt|plus|team) (?!(?:de|du|d'accord|que|content|pressé|bien|mal|en forme|tard|tôt|âgé)\b)(?:sucré|salé|thé|café|chien|chat|mer|montagne|ville|campagne|matin|soir|vin|bière|bio|dessert|fromage|\w+ que \w+).*)",
        "likes",
        confidence=0.75,
    ),
    rule(
        _LIKE,
        "non niet mort question truc tasse fort genre délire dada passion péché moi kif",
        r".{2,60}?(?:,| en revanche,| par contre,)? (?:c'est |ce n'est |c'est vraiment |c |est |sont |n'est )?(?:pas (?:du tout |trop |vraiment |tellement )?(?:mon (?:truc|genre|délire|kif)|ma tasse de thé|fait pour moi|pour moi)|très peu pour moi|non merci|c'est (?:non|niet|mort|hors de question)|hors de question|ma (?:grande )?passion|mon (?:dada|péché mignon|kif|truc|grand kif)|mon plaisir coupable)\b.*",
        "likes",
        confidence=0.75,
    ),
    rule(
        _LIKE,
        "végétarien végétarienne végétariens végétariennes vegan vegane végan végane vegans végétalien végétalienne pescetarien pescétarien flexitarien flexitarienne halal casher kasher gluten sobre",
        r"<ALL><CL>(?:<SUIS>|mang<E>|devenue?s?|passée?s?|<FAIS>)(?: <NOT>)? (?:<ADV>|devenue?s? |passée?s? |un |une )*(?:végétarienn?e?s?|végé|vegane?s?|végane?s?|végétalienn?e?s?|pesc\w*tarienn?e?s?|flexitarienn?e?s?|halal|casher|kasher|sans gluten|sobres?|abstinente?|locavore)\b.*",
        "diet",
        confidence=0.85,
    ),
    rule(
        _LIKE,
        "bois boit buvons boivent mange mangeons mangent fume fumons fument consomme touche achète achetons cuisine",
        r"<ALL>(?:en |y )?(?:bois|boit|buvons|boivent|mang<E>|mangeons|fum<E>|consomm<E>|touch<E>|achèt<E>|achetons|cuisin<E>|regard<E>|lis|lit|port<E>|mets|met|prends|prend|voyag<E>|jou<E>|écout<E>|commande) <ADV>(?:pas|plus|jamais|que|rarement|uniquement|seulement|quasiment que|presque jamais|presque pas|presque plus|guère|exclusivement) (?!(?:non plus|ça|le temps|compte|note|le truc|comment|très bien|bien)\b).+",
        "habit",
        confidence=0.75,
    ),
    rule(
        Kind.FACT,
        "pas plus jamais conduis conduit fume fument bois boit sors sort cours court lis lit cuisine chante nage skie vole danse",
        r"<ALL><CL>(?:conduis|conduit|fum<E>|bois|boit|sors|sort|cours|court|cuisin<E>|chant<E>|nag<E>|ski<E>|dans<E>|jardin<E>|téléphon<E>|voyag<E>|consomm<E>|pratiqu<E>) (?:presque |quasiment |vraiment |du tout |toujours )?(?:pas|plus|jamais)\b(?! (?:si|que|ça|aujourd'hui|ce soir)).*",
        "habit",
        confidence=0.7,
    ),
    rule(
        _LIKE,
        "bois boit mange prends prend sans noir nature saignant",
        r"<ALL>(?:bois|boit|buvons|mang<E>|prends|prend) <ADV>(?:mon|ma|mes|le|la|les|du|de la) [\w' -]{2,25}? (?:sans|toujours|noir|nature|saignante?|à point|bien cuite?|bio|très|sucré|salé|entier|végétal)\b.*",
        "habit",
        confidence=0.7,
    ),
    rule(
        _LIKE,
        "jamais toujours uniquement rarement systématiquement exclusivement",
        r"<ME><CL>(?!(?:suis|est|ai|a|sais|sait|comprends|comprend|pense|vois|trouve|arrive|oublie|sommes|peux|peut|veux|crois|dis|cherche|entends|réussis|vais|va|reviens|étais|avais|habite|attends)\b)\w{3,}(?:e|s|t|d|ons|x) (?:jamais|toujours|uniquement|rarement|systématiquement|exclusivement|quasi jamais) (?!(?:autant|pas|rien|aussi|eu|vu|été|fait|su|compris|le même (?:problème|souci|message))\b).+",
        "habit",
        confidence=0.7,
    ),
    rule(
        _LIKE,
        "peux peut sentir blairer encadrer saquer carbure tourne fidèle vaut rien",
        r"<ALL>(?:(?:peux|peut|pouvons) (?:pas|plus) (?:sentir|blairer|encadrer|saquer|voir .+ en peinture|me passer d|vivre sans|résister).*|carbur<E> (?:à|au|aux) .+|<SUIS> (?:\w+ )?(?:fidèle|attachée?|convertie?|inconditionnel\w*) .+)|rien ne vaut .+",
        "likes",
        confidence=0.7,
    ),
    rule(
        _LIKE,
        "toujours jamais plutôt sans",
        r"(?:le|la|les|l'|du|mon|ma|mes|pour) ?[\w' -]{2,30}?, (?:c'est )?(?:toujours|jamais|uniquement|que|plutôt|sans) .+|(?:le|la|les|l'|un|une) ?[\w' -]{2,25}? plutôt (?:que|qu') ?.+",
        "likes",
        confidence=0.65,
    ),
    rule(
        _LIKE,
        "moi",
        r"moi,? c'est (?:plutôt |toujours |plus |uniquement )?(?:le|la|les|l'|du|des|en|au) ?.+",
        "likes",
        confidence=0.65,
    ),
    rule(
        _LIKE,
        "pas jamais plus sans",
        r"(?:surtout )?(?:pas|jamais|plus|sans) (?:d[eu'] ?|de la |la |le |les |l')?[\w' -]{2,40}? (?:pour (?:moi|nous|mon|ma|mes|lui|elle)|chez (?:moi|nous))\b.*",
        "dislikes",
        confidence=0.65,
    ),
    rule(
        _LIKE,
        "évite évitons évitent fuis refuse refusons privilégie privilégions",
        r"<ALL>(?:évit<E>|fuis|fuit|refus<E>|privilégi<E>) <ADV>(?!(?:ça|de te|cela)\b).+",
        "dislikes",
    ),
    rule(
        _LIKE,
        "rêve rêvé rêvons objectif but ambition",
        r"<ALL>(?:rêv<E>|ai toujours rêvé|a toujours rêvé|ai toujours voulu|a toujours voulu) (?:d[e'] ?|depuis).+|(?:mon|notre|son) (?:grand |vieux )?(?:rêve|objectif|but|ambition)(?:,? c'est|,? ce serait| est| a toujours été) (?:de |d').+",
        "goal",
        confidence=0.7,
    ),
)

SKILLS: Final = (
    rule(
        Kind.SKILL,
        "parle parlons parlent bilingue trilingue couramment courant maîtrise maîtrisons langue maternelle",
        r"<ALL>(?:(?:parl<E>|maîtris<E>|baragouin<E>)(?: <NOT>)? <ADV>(?!(?:à|de|du|d'|avec|trop|pour|que|comme|au|le même|la même)\b)(?P<object>\w.+)|<SUIS> (?:bi|tri)lingue\b.*)|(?:ma|sa|notre) langue maternelle(?:,? c'est| est) .+",
        "language",
        confidence=0.8,
        relation="parle",
    ),
    rule(
        Kind.SKILL,
        "débrouille débrouillons connais connaît niveau ceinture code programme développe",
        r"<ALL>(?:(?:me|se|m'|s') ?débrouill<E> .+|m'y (?:connais|connaît) .+|(?:m')?y (?:connais|connaît) (?:rien|pas|que|un peu).*|<AI> (?:un |le )?(?:bon |très bon |petit )?niveau .+|<SUIS> ceinture .+|(?:cod<E>|programm<E>|développ<E>) (?:en|avec|sur|surtout|principalement) .+)",
        "skill",
        confidence=0.7,
    ),
    rule(
        Kind.SKILL,
        "expérience métier pratique ancienneté",
        r"<ALL><AI> (?:<ADV>|plus de |environ |près de |bientôt |déjà )*(?:<NUM>|pas mal d'|plusieurs|quelques) ?(?:ans|années) (?:d'expérience|de métier|de pratique|d'ancienneté|de carrière)\b.*",
        "skill",
        confidence=0.75,
    ),
    rule(
        Kind.SKILL,
        "sais sait savons savent",
        r"<ALL>(?:sais|sait|savons|savent)(?: <NOT>)? <ADV>(?:nager|conduire|cuisiner|coudre|tricoter|coder|programmer|souder|jongler|danser|chanter|jouer|skier|surfer|naviguer|lire|écrire|dessiner|peindre|réparer|bricoler|piloter|tailler|greffer|faire du|faire de la|faire des|faire le|monter à|changer|patiner|tirer|pêcher|chasser|compter|parler|plonger|taper|taper à)\b.*",
        "skill",
        confidence=0.7,
    ),
    rule(
        Kind.SKILL,
        "doué douée bon bonne nul nulle débutant débutante novice autodidacte calé calée diplômé diplômée certifié certifiée formé formée habilité expert experte expérimenté expérimentée à l'aise aise",
        r"<ALL><SUIS>(?: <NOT>)? <ADV>(?:une? )?(?:douée?s?|bonn?e?s?|nulle?s?|débutante?s?|novices?|autodidactes?|calée?s?|diplômée?s?|certifiée?s?|formée?s?|habilitée?s?|experte?s?|expérimentée?s?|à l'aise|mauvaise?s?) ?(?:en|d[eu']|pour|avec|à|au|aux|comme|$)(?! (?:ça|répondre)).*",
        "skill",
        confidence=0.7,
    ),
    rule(
        Kind.SKILL,
        "permis diplôme brevet certificat ceinture bafa cap master licence doctorat",
        r"<ALL><AI>(?: <NOT>)? <ADV>(?:le |la |un |une |mon |ma |son |sa |l'|d'|de )?(?:[\w'-]+ ){0,2}?(?:permis|diplôme|brevet|certificat|ceinture (?:noire|marron|bleue|verte|orange|jaune)|bafa|cap|master|licence|doctorat|bts|agrégation|habilitation)\b(?! en (?:procrastination|sieste)).*",
        "skill",
        confidence=0.7,
    ),
    rule(
        Kind.SKILL,
        "joue jouons jouent pratique pratiquons apprends apprend apprenons",
        r"<ALL>(?:jou<E>|pratiqu<E>) <ADV>(?:du |de la |de l'|d'|de |le |la |les |l'|au |aux |à la |à l'|en |dans |un |une )(?!(?:rôle|ça|cartes? postale)\b).+",
        "hobby",
        confidence=0.7,
    ),
    rule(
        Kind.SKILL,
        "fais fait faisons font depuis",
        r"<ALL><FAIS>(?: <NOT>)? <ADV>(?:du |de la |de l'|des |d'|de )(?!(?:mal|bien|bruit|peine|fièvre|souci|soucis|progrès|efforts?|courses?|erreurs?|recherches?|ça|tests?|place|ménage|travaux|cauchemars?|insomnies?|bêtises?|blagues?|régime|études|choses|trucs|économies|autre|mon mieux|sorte|pub|fautes?|heures sup\w*|allergies?|crises?)\b).+",
        "hobby",
        confidence=0.7,
    ),
)

HABITS: Final = (
    rule(
        Kind.FACT,
        "tous toutes chaque fois lundi mardi mercredi jeudi vendredi samedi dimanche lundis mardis mercredis jeudis vendredis samedis dimanches matins soirs week-end week-ends quotidien",
        r"<ALL><CL>(?!(?:ai|a|avons|viens|voudrais|aimerais|veux|cherche|vais|va|sais|suis (?:en retard|fatigué))\b)\w+ .*?\b(?:tous les (?:\w+ )?(?:jours|matins|soirs|midis|mois|ans|étés|hivers|lundis|mardis|mercredis|jeudis|vendredis|samedis|dimanches|week-ends|deux|trois)|toutes les (?:\w+ )?(?:semaines|nuits|vacances)|chaque (?!fois que (?:je te|tu))\w+|(?:une|deux|trois|quatre|cinq|\d+) (?:fois|jours|soirs|nuits|heures|matins) (?:par|/) ?\w+|(?<!c'est )le (?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|week-end|matin|soir)(?! (?:\d|prochain|dernier))|un \w+ sur deux|(?:du|de) lundi (?:au|à) \w+)\b.*",
        "habit",
        confidence=0.7,
    ),
    rule(
        Kind.FACT,
        "mardi lundi mercredi jeudi vendredi samedi dimanche tous chaque",
        r"(?:le (?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|week-end|matin|soir)|tous les \w+|chaque \w+|toutes les semaines),? (?P<who>(?:<JE>|(?:on|nous|il|elle|<KINP>)(?= ))) ?.+",
        "habit",
        confidence=0.7,
    ),
)
