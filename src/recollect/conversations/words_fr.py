"""French."""

from typing import Final

from recollect.conversations.language import Kind, Language, any_of, one_of, signs, words

_HELP = (
    "est sont était étaient suis es êtes sommes sera seront serait a ai as ont avez avons avait aura peut peux peuvent pourrait pourrais pouvez"
    " dois doit doivent devez faut va vas vais vont allez fait font fais faire veux veut voulez coûte coûtent vaut valent dure durent marche"
    " marchent sert servent dit disent connais connaissez sais savez existe existent s'appelle vit vivent ouvre ouvrent ferme ferment passe"
    " passent joue parle parles conseilles conseillez recommandes recommandez penses aurait devrait signifie c'est j'ai j'aimerais"
)
_IN = "à a au aux avec sans pour par dans en sur sous de du des chez vers entre depuis pendant avant après contre selon jusqu'à dès"
_VERB = one_of(_HELP)
_ALONE = rf"(?=\s*(?:[,.?!;:)]|$)|_(?:{_VERB}|{one_of(_IN)}|et|ou|mais|il|elle|ils|elles|ça|on|je|tu|vous|me|te|se|ne|n'\w+|aussi|plus|moins|plutôt|svp|stp|s'il|c'est|d'\w+)\b)"
_SUBJECT = r"(?:je|j'|tu|il|elle|on|nous|vous|ils|elles|-je|-tu|-on|-il|-vous|-nous|ne|n'|pas|déjà|qui|peux|peut|pouvez|pourrait|dois|doit|faut|va|vais|voudrais|veux|veut|pour|de|sans|comment|où|à|quand|avant_de)"
_INFINITIVE = r"\w+(?:er|ir|oir|dre|tre|ire|aire)\b"

FRENCH: Final = Language(
    code="fr",
    stop=words(
        """le la les l un une des du de d au aux et ou mais donc or ni car que qu si oui non ne n pas plus moins très trop
        peu beaucoup assez aussi encore déjà toujours jamais souvent parfois presque tout toute tous toutes quelque
        quelques chaque aucun aucune autre autres même mêmes plusieurs ce c cet cette ces ça cela ceci celui celle ceux
        celles je j tu il elle on nous vous ils elles me m te t se s lui leur leurs y en moi toi eux mon ma mes ton ta
        tes son sa ses notre nos votre vos qui quoi dont où à avec sans pour par dans sur sous chez vers entre depuis
        pendant avant après contre selon jusque jusqu dès comme quand lorsque parce puis alors ainsi ici là bas bien mal
        mieux bon bonne bons bonnes grand grande petit petite nouveau nouvelle merci bonjour salut svp stp plaît plait
        s'il ok okay d'accord parfait super génial nickel voilà peut-être deux trois quatre cinq six premier première
        second seconde deuxième troisième dernier dernière être avoir faire aller pouvoir vouloir devoir falloir savoir
        dire donner voir mettre prendre été eu fait dit mis pris vu choses chose fois façon sorte type fin idée quelqu
        aujourd'hui hui maintenant tard tôt bientôt ensuite félicitations bienvenue parfaite rien personne est-ce
        avait avais seulement surtout vraiment plutôt environ cette revenons pense pensez tant mieux plaisir""".replace(
            "\n", " "
        )
    ),
    action_verbs=words(
        """acheté acheter achète envoyé envoyer lu lire cherche chercher conseiller recommander veux voudrais voudrait hésite aller
        supporte comptez compter revient garde gardez trouver trouvé venons emménager part partir écrire apprendre
        penser supporter rappellera faites fais réservez pensez voudrions aimerais préparer envoie""".replace(
            "\n", " "
        )
    ),
    question_words=words(
        "qui quoi que qu'est-ce qu'est quel quelle quels quelles quand où comment pourquoi combien lequel laquelle"
        " lesquels lesquelles est-ce"
    ),
    verbs=words(_HELP),
    measures=words("temps fois loin souvent cher grand longtemps de d pas ça"),
    prepositions=words(_IN),
    edits=words(
        """court courte long longue simple simplement formel informel détails détail exemple exemples sûr sûre sérieux
        vraiment continue continuez explique expliquer expliquez précise résume résumé anglais français allemand espagnol
        tableau points version bref répète développe développer source sources reformule""".replace(
            "\n", " "
        )
    ),
    aspects=words(
        """prix coût auteur autrice réalisateur adresse capitale taille poids hauteur délai nom raison différence avantage
        avantages inconvénient inconvénients alternative alternatives ingrédients téléphone horaires loyer date heure
        durée distance risque risques effets symptômes cause causes population monnaie langue longueur âge garantie
        batterie couleur résultat gagnant recette instructions règles conditions titre signification entrée billets
        billet conséquences parking petit-déjeuner menu livraison retour visa pourboire salaire caution démarche""".replace(
            "\n", " "
        )
    ),
    persons={
        **dict.fromkeys(
            """sœur soeur mère maman tante femme fille copine grand-mère nièce reine collègue amie professeure voisine
            cousine autrice belle-mère dame actrice""".split(),
            Kind.SHE,
        ),
        **dict.fromkeys(
            """frère père papa oncle mari fils copain grand-père neveu roi ami professeur médecin voisin cousin auteur
            beau-père monsieur acteur garçon""".split(),
            Kind.HE,
        ),
    },
    genders={
        **dict.fromkeys("une la ma ta sa cette".split(), Kind.SHE),
        **dict.fromkeys("un le mon ton son ce cet du au".split(), Kind.HE),
    },
    ordinals={
        **dict.fromkeys(["premier", "première", "1", "un", "a", "premiere"], 1),
        **dict.fromkeys(["deuxième", "second", "seconde", "2", "deux", "b", "deuxieme"], 2),
        **dict.fromkeys(["troisième", "3", "trois", "c", "troisieme"], 3),
        **dict.fromkeys(["quatrième", "4", "quatre", "d"], 4),
        **dict.fromkeys(["cinquième", "5", "cinq"], 5),
        **dict.fromkeys(["dernier", "dernière", "derniere"], -1),
    },
    types={
        **dict.fromkeys(
            """restaurant hôtel endroit lieu café bar musée ville village magasin boutique pays île parc plage entreprise
            marque livre film série chanson album groupe appli application jeu podcast modèle voiture téléphone resto""".split(),
            "name",
        ),
        **dict.fromkeys("document fichier pdf texte lettre papier".split(), "document"),
        **dict.fromkeys(
            "chose choses truc trucs sujet cas point idée question machin".split(), "topic"
        ),
    },
    document_words=words(
        """contrat manuel police lettre rapport cv mémoire pdf facture procès-verbal compte-rendu article brouillon
        document fichier présentation règlement bail statuts devis notice attestation mode""".replace(
            "\n", " "
        )
    ),
    non_references=any_of(
        r"\b(?:il_y_a|y_a-t-il|y_a|y_avait|y_aura|il_y_en_a)\b(?!_(?:en|là-bas))|\bs'il_(?:te|vous)_plaît|\bs'il_(?:te|vous)_plait",
        r"\b(?:il|-t-il|-il)_?(?:pleut|neige|fait|faut|vaut|existe|s'agit|suffit|reste|semble|paraît|va_pleuvoir|va_neiger|va_faire|est_(?:possible|vrai|interdit|obligatoire|important|utile|dangereux|nécessaire|préférable|temps|tard|tôt|normal|conseillé|recommandé|\d+))\b",
        r"\b(?:pleut|pleuvra|neige|fait|faut|faudrait|vaut|existe|s'agit|suffit|reste|va|fera)(?:-t)?-il\b",
        r"\b(?:est|était|sera)-il_(?:possible|vrai|interdit|obligatoire|important|utile|dangereux|nécessaire|préférable|tard|tôt|normal|conseillé|recommandé)\b_?(?:de|d'|que|qu')?",
        r"\bquelle_heure_(?:est-il|il_est|est_il)\b|\bil_est_quelle_heure\b",
        r"\bça_va\b|\bcomment_ça_(?:va|se_passe)\b|\bça_y_est\b|\bça_fait_longtemps\b",
        r"\bce_(?:qui|que|qu'|dont|soir|matin|midi|week-end|mois|printemps|jour-là|sont)|\bcet_(?:été|hiver|automne|après-midi)\b|\bcette_(?:semaine|année|nuit|saison|fois)\b|\bces_(?:jours-ci|temps-ci|derniers)\b|\best-ce_qu(?:e\b|')|\bqu'est-ce_(?:que\b|qu'|qui\b)",
        r"\bça_veut_dire[,_]*N+",
        r"\bc'est_(?:vrai|possible|normal|dangereux|mieux|obligatoire|interdit|important|grave|bien|légal|utile|mal|bon)_(?:que|de|d'|qu'|si)",
        r"\b(?:c'est|il|elle|ils|elles|ça)_(?:\w+_){0,2}?(?:qui|quoi|combien|où|quand|comment)_(?:exactement_|déjà_)?(?:le|la|les|l'|un|une|ton|ta|votre|ce|cette)_?(?=[\w'N])(?!.*[,])",
        r"\b(?:c'est|ça)_(?:\w+_){0,3}?(?:de|d')_(?=\w+(?:er|ir|re)\b)|\bc'est_(?:qui|quoi)_N+",
        r"\b(?:le|la|les)_(?:premi|second|deuxi|troisi|derni|autre|même)\w*_(?!(?:et|ou|il|elle|est|a|coûte|en|ça|c'est|pour|avec|svp|stp|s'il|sort|ouvre)\b)[\wN'-]+|\bl'autre_(?:jour|soir|fois|nuit|côté|nom)\b|\bl'un_l'autre\b|\bde_l'autre\b_N",
        r"\bque_l'on\b|\bsi_l'on\b|\boù_l'on\b|\ben_(?:N+|\d+|voiture|train|avion|été|hiver|automne|général|ligne|plus|moins|fait|tout|cours|ville|vélo|bus|\w+ant)\b",
        r"\bles_uns_les_autres\b|\bau_(?:moins|plus)\b|\bplus_ou_moins\b|\btout_de_suite\b|\bvous_y\b_?allez",
        r"\b(?:celui|celle|ceux|celles)_(?:de|du|des|d'|qui|que|qu')\b(?=.*)",
    ),
    signs=signs(
        (
            Kind.ORDINAL,
            r"\b(?:point|numéro|numero|étape|option|n°|conseil)_?(?P<n>\d{1,2}|un|deux|trois|quatre|[abcd])\b",
        ),
        (
            Kind.ORDINAL,
            rf"\b(?:le|la|du|au)_(?P<n>premi(?:er|ère|ere)|second|seconde|deuxi[èe]me|troisi[èe]me|quatri[èe]me|derni(?:er|ère|ere))\b{_ALONE}|\bce(?:tte)?_(?P<n2>dernière?|premi(?:er|ère))\b",
        ),
        (Kind.OTHER, rf"\bl'autre\b{_ALONE}|\bles_(?:deux_)?autres\b{_ALONE}"),
        (
            Kind.AMONG,
            r"\b(?:d'entre|parmi|de)_(?P<word>eux|elles)\b|\b(?P<word2>lequel|laquelle|lesquels|lesquelles)\b(?!_d(?:e|es|u)\b)(?!.*\bou\b)|\blequel_des_(?P<word3>deux|trois)\b",
        ),
        (
            Kind.AMONG,
            rf"\b(?P<word>les_deux|tous_les_deux|les_trois|aucun_des_deux)\b{_ALONE}|\bquel(?:le)?s?_(?:est|sont)_(?:le|la|les)?_?(?:plus|moins|mieux|meilleure?s?)\b(?!.*\b(?:de|du|des|d'|ou|entre)\b)",
        ),
        (Kind.CHOICE, r"\b(?P<word>celui|celle|ceux|celles)(?:-ci|-là)?\b"),
        (Kind.NAMED, r"\b(?P<word>le)_(?P<noun>document|fichier|pdf)\b"),
        (Kind.NAMED, r"\b(?P<word>ce|cet|cette|ces)_(?P<noun>[\w'-]+(?:_[\w'-]+){0,2})"),
        (Kind.SHE, r"(?<!-)\b(?P<word>elle)\b|-(?P<word2>elle)\b"),
        (Kind.HE, r"(?<!-)\b(?P<word>il|lui)\b|-(?P<word2>il)\b|\b(?P<word3>qu'il)\b"),
        (Kind.THEY, r"\b(?P<word>ils|elles|eux)\b|\b(?P<word2>leurs?)\b"),
        (
            Kind.PLACE,
            r"\b(?P<word>là-bas|la-bas)\b|\b(?P<word2>là)\s*[?.!]*$|\b(?:on|j'|m'|t'|s'|nous|vous|-on|n'|d')_?(?P<word3>y)_(?!a\b|avait)\w+|-(?P<word4>y)\b|\b(?P<word5>y)_(?:aller|va|vais|manger|dormir|être|vivre|arriver|trouver|voir|faire|rester|travailler|acheter|boire)\b",
        ),
        (
            Kind.TIME,
            r"\b(?P<word>à_ce_moment-là|ce_jour-là|d'ici_là|avant_ça|après_ça|ensuite)\b|\b(?P<word2>alors|après)\s*[?.!]*$",
        ),
        (
            Kind.HE,
            rf"{_SUBJECT}_(?P<word>le)_(?:{_VERB}|{_INFINITIVE}|\w+)\s*(?:[,.?!]|$|_(?:{one_of(_IN)}|et|ou|où|quand|comment|si|aussi|plus)\b)|-(?P<word2>le)\b",
        ),
        (
            Kind.SHE,
            rf"{_SUBJECT}_(?P<word>la)_(?:{_VERB}|{_INFINITIVE})\s*(?:[,.?!]|$|_(?:{one_of(_IN)}|et|ou|où|quand|comment|si|aussi|plus)\b)|-(?P<word2>la)\b(?!-)",
        ),
        (
            Kind.THEY,
            rf"{_SUBJECT}_(?P<word>les)_(?:{_VERB}|{_INFINITIVE})\s*(?:[,.?!]|$|_(?:{one_of(_IN)}|et|ou|où|quand|comment|si|aussi|plus)\b)|-(?P<word2>les)\b",
        ),
        (
            Kind.IT,
            r"\b(?:qui|je|tu|il|elle|on|nous|vous|ils|elles|ne|-je|-on|-tu|-vous|déjà)_(?P<word>l')(?=[aeiouhyéèêôâœ])(?!on\b)|\b(?:peut|peux|faut|comment|où|pour|de|sans|quand|va|vais|dois|doit|veux)_(?P<word2>l')(?=\w+(?:er|ir|re)\b)",
        ),
        (
            Kind.IT,
            r"\b(?:j'|on_|il_|elle_|tu_|nous_|vous_|ils_|n'|m'|t'|s'|y_|combien_|-on_|-il_)(?P<word>en)_(?!N)(?:\w+)|\b(?P<word2>en)_(?:a-t-|faut-|reste-|existe-|faire|avoir|manger|boire|prendre|acheter|trouver|parler)|-(?P<word3>en)\b(?!-)",
        ),
        (Kind.IT, r"\b(?P<word>son|sa|ses)_\w"),
        (
            Kind.TOPIC,
            r"\b(?P<word>ça|cela|ceci|ca)\b(?!_va\b)(?!.*\b(?:coûte|fait|veut_dire|marche|sert)_(?:quoi_|combien_|comment_|à_quoi_)?(?:un|une|le|la|l')_?\w+\s*[?]*$)",
        ),
        (
            Kind.TOPIC,
            r"\b(?P<word>c'est|c'était|est-ce|ce_serait)\b(?!_(?:que|qu'))(?!.*_(?:le|la|les|l'|un|une|mon|ma|ton|ta|N+)_?(?!lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|soir|matin|week-end)[\w'N])",
        ),
        (
            Kind.TOPIC,
            rf"\b(?:le|la|les)_mêmes?\b{_ALONE}|\bla_même_chose\b|\bpareil\b|\bpourquoi_pas\b|\b(?:quoi|qui|où|rien)_d'autre\b|\bautre_chose\b|\bquelque_chose_de_(?:plus|moins|mieux|similaire)|\bun_autre\s*[?.!]*$|\bune_autre\s*[?.!]*$|\bà_la_place\b|\bplus_(?:sur|de_détails)\b|\bd'autres\s*[?.!]*$|\bun_(?:plus|moins)_\w+\s*[?.!]*$",
        ),
    ),
    possessives=any_of(r"^(?:son|sa|ses|leurs?|il|elle|ils|elles)$"),
    connectives=any_of(
        r"^\W*(?:(?:ok|ah|bon|merci|alors|d'accord)[,_]+)*(?:et|mais|ou|et_si|qu'en_est-il_(?:de|du|des)|et_pour|sinon)\b[,_]*"
    ),
    only=any_of(r"^\W*(?:aussi|seulement|même|plutôt|pas|demain|aujourd'hui|uniquement)\b"),
    clause=any_of(
        r"[,;.:!?]\s|_(?:et|mais|si|quand|parce_que|car|lorsque|avant_de|après|que|qui|pour_que|ou|où|comme|puisque)_"
    ),
    condition=any_of(r"\b(?:si|quand|lorsque|après|avant|pendant|sans|en_cas)\b"),
    social=words(
        """merci bonjour bonsoir salut coucou adieu revoir super génial parfait nickel top ok okay d'accord compris
        entendu bientôt demain journée soirée nuit cool excellent formidable aidé aide beaucoup pardon chouette""".replace(
            "\n", " "
        )
    ),
    small_talk=any_of(
        r"^\W*(?:bonjour|salut|coucou)?[,_]*(?:ça_va|comment_(?:ça_va|vas-tu|allez-vous|tu_vas|vous_allez)|qui_es-tu|tu_es_qui|que_peux-tu_faire|peux-tu_m'aider|tu_peux_m'aider|à_(?:bientôt|demain|plus|tout_à_l'heure)|bonne_(?:journée|soirée|nuit)|de_rien|au_revoir|quoi_de_neuf)\b[^,;.]{0,20}$"
    ),
    thanks=any_of(
        r"^\W*(?:ok,?_|super,?_|parfait,?_|génial,?_|d'accord,?_|ah,?_)*(?:merci|au_revoir|bonne_nuit|à_bientôt)\b"
    ),
    yes=any_of(
        r"^\W*(?:oui|ouais|volontiers|bien_sûr|avec_plaisir|ok|okay|d'accord|vas-y|allez-y|non|pas_encore|pas_vraiment|je_veux_bien|s'il_(?:te|vous)_plaît|exactement|les_deux|plutôt|plutot)\b"
    ),
    asked_for=any_of(
        r"^\W*(?:combien_(?:de_|d')\w+|(?:à_|de_|en_|dans_|sur_|avec_)?quel(?:le)?s?_\w+)\b"
    ),
    determiners=words(
        "le la les un une des du au aux mon ma mes ton ta tes son sa ses notre nos votre vos ce cet cette ces leur leurs"
    ),
    half_said=any_of(
        r"^\W*(?:et_|mais_)?(?:il_faut|faut-il|on_peut|peut-on|je_peux|puis-je|je_dois|on_doit|doit-on|dois-je|est-ce_qu'il_faut|est-ce_qu'on_peut|est-ce_que_je_peux|est-ce_que_je_dois)_\w+(?:_en_ligne|_avant|_sur_place)?\s*[?]*$"
    ),
    offers=any_of(
        r"(?:puis-je|je_peux)_(?:vous_|t')?(?:faire|aider)|autre_chose|que_veux-tu_savoir|besoin_d'aide"
    ),
    mention=any_of(
        r"\b(?:différence_entre|difference_entre|s'écrit|écrit-on|on_écrit|le_mot|prononce|quand_utiliser|grammaire|veut_dire_le_mot)\b"
    ),
    places=any_of(
        r"\b(?:à|en|au|aux|de|depuis|vers|pour|chez|visiter|près_de|jusqu'à)_(?:la_)?$|\bd'$"
    ),
    asks_for=any_of(
        r"\b(?:quel\w*|qui|quoi|où|conseil\w*|recommand\w*|cherche|propose\w*|connais|idées?|y_a-t-il|il_y_a)\b"
    ),
    alternatives=any_of(r"\bentre_"),
    times=words(
        "lundis mardis mercredis jeudis vendredis samedis dimanches lundi mardi mercredi jeudi vendredi samedi dimanche janvier février mars avril mai juin juillet août septembre octobre novembre décembre demain soir matin midi week-end été hiver printemps automne anglais français allemand espagnol"
    ),
)
