"""French: who somebody is: name, age, body, health, whom they are married to."""

from typing import Final

from recollect.learn.extract.fr_rule import rule
from recollect.learn.extract.language import Timing
from recollect.model.entry import Kind
from recollect.model.learning import EntityType as Type

_FACT = Kind.FACT
_ILLNESS = r"""(?:asthm\w+|lasthme|diabète|migraines?|épilepsie|arthrose|arthrite|polyarthrite|eczéma|psoriasis|cholestérol|hypertension|tension|tdah|tda|hpi|dyslexi\w+|dysorthographi\w+|dyspraxi\w+|autis\w+|autiste|dépression|anxiété|insomni\w+|apnée|acouphènes|vertiges|endométriose|fibromyalgie|sclérose|parkinson|alzheimer|cancer|tumeur|leucémie|lupus|maladie|handicap|prothèse|pacemaker|stent|appareil auditif|sciatique|hernie|scoliose|tendinite|entorse|fracture|genou|dos|thyroïde|hypothyroïdie|anémie|reflux|gastrite|crohn|côlon|syndrome|allergies?|intolérances?|rhumatismes?|covid long|burn-?out|phobie|vertige|daltonisme|surdité|cataracte|glaucome|insuffisance|souffle au cœur|arythmie|phlébite|goutte|calculs?|insuline|anticoagulants?|traitement|lentilles)"""
_BODY = r"(?:jambe|bras|cheville|poignet|genou|pied|orteil|doigt|hanche|épaule|côte|clavicule|dos|main|coude|ligaments?|pouce|nez|mâchoire|tibia|péroné|fémur|col du fémur|bassin|vertèbre|dents? de sagesse|appendicite|cataracte|œil|yeux|cœur|vésicule|ménisque)"

NAMES: Final = (
    rule(
        _FACT,
        "appelle m'appelle mappelle nom prénom",
        r"(?:(?:je |j)?m'?appelle (?P<object>(?!comment)\w[\w'-]+(?: (?-i:[A-Z\u00c0-\u00de])[\w'-]+)*)|mon (?:petit |vrai )?(?:nom|prénom)(?: de famille| de jeune fille)?,?(?: est|,? c'est) (?P<x>\w[\w'-]+)).*",
        "name",
        confidence=0.9,
        type=Type.PERSON,
    ),
    rule(
        _FACT,
        "moi c'est",
        r"moi,? c'est (?P<object><FIRST>)(?:$|,).*",
        "name",
        confidence=0.8,
        type=Type.PERSON,
    ),
    rule(
        _FACT,
        "suis jsuis chuis",
        r"(?P<who>je|j)(?= ) ?suis (?P<object><FIRST>)(?:$|,| et | de | du ).*",
        "name",
        confidence=0.65,
        type=Type.PERSON,
    ),
    rule(
        _FACT,
        "appelle appellent surnomme surnomment",
        r"(?:(?:tout le monde|on|mes \w+) (?:m'appellent?|me surnomment?|m'appelle|me surnomme) )(?!quand|demain|si|plus|au|dès)(?P<object>\w+).*",
        "nickname",
        confidence=0.8,
    ),
)

PERSON: Final = (
    rule(
        _FACT,
        "ans mois",
        r"<ALL><AI> (?:<ADV>|environ |presque |bientôt |tout juste |à peine )*(?:\d{1,3}|<NUM>)(?: ans et demi| ans| mois| berges| piges)\b(?! (?:d'expérience|d'ancienneté|de (?:métier|pratique|retard|crédit|prêt|boîte|maison|carrière)|dans|que|pour)).*",
        "age",
        confidence=0.8,
    ),
    rule(
        _FACT,
        "fête fêter fêté ans âgé âgée anniversaire trentaine quarantaine cinquantaine soixantaine",
        r"<ALL>(?:fêt<E>|(?:vais|va|ai|a) (?:fêter|fêté|avoir|eu)|<SUIS>)(?: (?:mes|ses|mon|son|nos|leurs))? ?(?:(?:\d{1,3}|<NUM>) ans\b|âgée?s? de .+|anniversaire .+|la (?:petite )?\w+aine\b).*",
        "age",
        confidence=0.75,
    ),
    rule(
        _FACT,
        "anniversaire anniv",
        r"(?:mon|son|notre|l'|leur)(?: |(?<='))(?:anniversaire|anniv)(?: de (?:mariage|<KINP>|<FIRST>))? (?:est|tombe|c'est) .*\d.*",
        "birthday",
        confidence=0.8,
    ),
    rule(
        _FACT,
        "né née nés nées",
        r"(?!\w+ ne (?:le|la|les|l'|en)\b)<ALL><SUIS> <ADV>née?s? (?:le \d|en (?:janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre)\b).*",
        "birthday",
        past=True,
        confidence=0.8,
    ),
    rule(
        _FACT,
        "marié mariée mariés pacsé pacsée pacsés fiancé fiancée fiancés divorcé divorcée célibataire célib séparé séparée séparés veuf veuve couple enceinte",
        r"<ALL><CL>(?:<SUIS>|<AI>|viens d[e']|vient d[e'])(?: <NOT>)? <CL><ADV>(?:été |en |d'être |de )?(?:mariée?s?|pacsée?s?|fiancée?s?|divorcée?s?|célibataires?|célib|séparée?s?|veuf|veuve|couple|enceinte|instance de divorce)\b(?!.*\b(?:canapé|boulot|travail)\b)(?: (?:à|avec) (?P<object><NAME>))?.*",
        "marital_status",
        relation="vit avec",
        type=Type.PERSON,
        confidence=0.75,
    ),
    rule(
        _FACT,
        "mesure pèse chausse taille pointure groupe sanguin",
        r"(?:<ALL>(?:mesur<E>|<FAIS>) (?:1 ?m ?\d\d|\d[,.]\d+ ?m|\d{3} ?cm)\b.*|(?:je|j'|il|elle) (?:pèse|chausse)(?: du)? \d.*|(?:je|il|elle) (?:<FAIS>|m'habille en|s'habille en|chausse) (?:du )(?:\d\d).*|(?:mon|ma) (?:groupe sanguin|pointure|taille|poids)(?: est|,? c'est) .+)",
        "height",
    ),
    rule(
        _FACT,
        "allergique allergiques allergie allergies intolérant intolérante intolérance cœliaque coeliaque diabétique asthmatique épileptique daltonien daltonienne hémophile migraineux migraineuse",
        r"(?:<ALL><CL>(?:<SUIS>|<AI>|<FAIS>)(?: <NOT>)? <ADV>(?:une? |des |de l'|du |diagnostiquée? )?(?:\w+ )?(?:allergiques?|allergies?|intolérantes?|intolérants?|intolérances?|cœliaques?|diabétiques?|asthmatiques?|épileptiques?|daltonienn?e?s?|hémophile|migraineu\w+)\b.*|allergiques? (?:à|au|aux) .+|allergie (?:à|au|aux) .+)",
        "allergy",
        confidence=0.85,
    ),
    rule(
        _FACT,
        "supporte supportons tolère digère digérons peux peut mange manger",
        r"<ALL>(?:(?:tolère|tolèrent|digère|digèrent|assimile) (?:pas|mal|plus|aucun|très mal) <ADV>(?:bien )?(?:le |la |les |l'|du |aucun ).+|(?:supporte|supportent) (?:pas|plus|mal|très mal) <ADV>(?:le |la |les |l'|du )(?:[\w']+ )?(?:lactose|gluten|lait|laitages|produits laitiers|crustacés|œufs|fruits à coque|alcool|sulfites|pénicilline|aspirine|soleil)\b.*|(?:peux|peut|pouvons|peuvent) (?:pas|plus|jamais) (?:manger|boire|prendre|avaler|digérer|consommer)\b.+)",
        "diet",
        confidence=0.75,
    ),
    # An illness that is over.
    rule(
        _FACT,
        "parti partie partis parties guéri guérie guéris guéries disparu terminé terminée",
        rf"(?:mon |ma |mes |le |la |les |l')(?:[\w-]+ ){{0,2}}?{_ILLNESS}(?: \w+)?(?: (?:est|sont)(?: \w+)? (?:partie?s?|guérie?s?|terminée?s?)| (?:a|ont) disparu)\b.*",
        "health",
        confidence=0.75,
    ),
    rule(
        _FACT,
        "",
        rf"<ALL>(?:<AI>|<SUIS>|<FAIS>|souffr<E>)(?: <NOT>)? <ADV>(?:d'|de l'|du |de la |de |des |une? |mon |ma |l'|atteinte? d[eu'] ?|suivie? pour |sous |en )?(?:[\w-]+ ){{0,2}}?{_ILLNESS}\b(?! d[eu'] (?:ouf|fou|travail à faire)).*",
        "health",
        confidence=0.75,
    ),
    rule(
        _FACT,
        "opéré opérée opérer diagnostiqué diagnostiquée cassé cassée foulé foulée déchiré tordu luxé fracturé rompu plâtre hospitalisé hospitalisée greffé greffée amputé",
        rf"<ALL><CL>(?:<SUIS>|<AI>|viens d[e']|vient d[e']|<ETAIS>) ?<CL><ADV>(?:été |fait |d'être |me faire |se faire |être )?(?:opérée?s?|opérer|diagnostiquée?s?|hospitalisée?s?|greffée?s?|amputée?s?|(?:cassée?|foulée?|déchirée?|tordue?|luxée?|fracturée?|rompue?|pété|claqué|enlever|retirer) (?:une?|le|la|les|l'|mon|ma|son|sa|du|deux) ?(?:\w+ )?{_BODY})\b.*",
        "health",
        timing=Timing.EVENT,
        past=True,
    ),
    rule(
        _FACT,
        "fume fumons fument vapote",
        r"<ALL><ADV>(?:fum<E>|vapot<E>)(?: <NOT>)?(?: (?:beaucoup|un peu|toujours|encore|depuis .+|un paquet .+|\d+ .+))?$",
        "habit",
        confidence=0.7,
    ),
    rule(
        _FACT,
        "fauteuil sourd sourde aveugle malvoyant malvoyante malentendant malentendante malade diabétique autiste dyslexique hypersensible insomniaque handicapé handicapée muet ménopausée",
        r"<ALL><SUIS> <ADV>(?:en fauteuil roulant|sourde?s?|aveugles?|malvoyante?s?|malentendante?s?|autistes?|dyslexiques?|hypersensibles?|insomniaques?|handicapée?s?|muette?|ménopausée|séropositi\w+|dialysée?)\b.*",
        "health",
        confidence=0.75,
    ),
    rule(
        _FACT,
        "prescrit diagnostiqué interdit opéré opérée trouvé",
        r"(?:(?:mon|ma|le|la|l') ?)[\w'-]+(?: [\w'-]+){0,2}? (?:m'a|nous a|lui a) (?:prescrit|diagnostiqué|interdit|opérée?|trouvé|mise? sous|arrêtée?) .+",
        "health",
        confidence=0.75,
    ),
    rule(
        _FACT,
        "prends prend prenons prennent",
        r"<ALL>(?:prends|prend|prenons|prennent) <ADV>(?:du |de l'|de la |des |un |une |mon |ma |mes |la |le )?(?:[\w'-]+ ){0,3}?(?:traitement|médicaments?|insuline|anticoagulants?|bêta-?bloquants?|antidépresseurs?|levothyrox|lévothyrox|doliprane|ventoline|pilule|cortisone|antihistaminiques?|statines?|aspirine|ritaline|lithium)\b.*",
        "health",
        confidence=0.75,
    ),
    rule(
        _FACT,
        "belge belges suisse français française québécois québécoise canadien italien italienne espagnol espagnole portugais portugaise marocain marocaine algérien algérienne tunisien tunisienne allemand allemande anglais anglaise américain américaine breton bretonne basque corse alsacien musulman musulmane juif juive catholique protestant protestante bouddhiste athée croyant croyante pratiquant pratiquante lève-tôt couche-tard matin soir nationalité chrétien chrétienne",
        r"<ALL><SUIS>(?: <NOT>)? <ADV>(?:de nationalité |d'origine )?(?:belges?|suisses?|français(?:e|es)?|franco-\w+|québécois(?:e|es)?|canadienn?e?s?|italienn?e?s?|espagnole?s?|portugais(?:e|es)?|marocaine?s?|algérienn?e?s?|tunisienn?e?s?|allemande?s?|anglais(?:e|es)?|américaine?s?|bretonn?e?s?|basques?|corses?|alsacienn?e?s?|musulmane?s?|juifs?|juives?|catholiques?|protestante?s?|bouddhistes?|athées?|croyante?s?|pratiquante?s?|chrétienn?e?s?|lève-tôt|couche-tard|du matin|du soir)\b.*",
        "nationality",
        confidence=0.7,
    ),
    # Whatever it is that somebody takes who was asked for medication.
    rule(
        _FACT,
        "prends prend",
        r"<ALL>(?:prends|prend) .+",
        "health",
        confidence=0.75,
        answers=r"\b(?:médicament|traitement|cachet)",
    ),
)
