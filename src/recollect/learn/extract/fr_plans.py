"""French: what people decided, promised, plan and are busy with, and what they take back."""

from typing import Final

from recollect.learn.extract.fr_rule import rule
from recollect.learn.extract.fr_ways import REMINDS
from recollect.learn.extract.language import Timing
from recollect.model.entry import Kind

_WEEKDAYS = r"(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)"
DAY = rf"(?:aujourd'hui|ce soir|ce matin|ce midi|cet après-midi|cette nuit|demain|après-demain|(?<!le )(?<!les )(?<!chaque )(?<!du )(?<!un ){_WEEKDAYS}(?! au)|le {_WEEKDAYS} \d|(?:en |fin |début |mi-|d'ici |courant |de |d'|avant |pour |dès )(?:janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre)|\d{{1,2}} (?:janv|fév|mars|avr|mai|juin|juil|août|sept|oct|nov|déc)\w*|(?:la semaine|le mois|l'année|l'an|le week-end|l'été|le trimestre) (?:prochaine?|qui vient)|(?:cette|ce|cet) (?:semaine|mois|année|week-end|été|hiver|automne|printemps)|le (?:1er|\d{{1,2}})(?! ?h)\b|dans (?:<NUM>|quelques|une quinzaine de|une?) (?:jours?|semaines?|mois|ans?)|\d{{1,2}}/\d{{1,2}}|(?:la )?fin (?:du mois|de (?:la semaine|l'année|l'été)|d'année)|(?:à|avant|pour) (?:noël|pâques|la toussaint|la rentrée|les vacances|l'été)|(?:nouvel an|la rentrée)|au (?:printemps|nouvel an)|à (?:l'automne|la rentrée|l'été)|cet? (?:été|hiver)|en (?:été|20\d\d))"
_EVENT = r"(?:dernier jour|premier jour|départ|retour|arrivée|pot|date butoir|dentiste|médecin|rendez-vous|rdv|réunion|examens?|exam|entretien|vol|train|mariage|fête|soutenance|concert|anniversaire|opération|irm|scanner|prise de sang|livraison|voyage|visite|procès|audience|présentation|exposé|conférence|match|course|marathon|semi|enterrement|obsèques|inspection|audit|contrôle|contrôle technique|sortie|lancement|mise en prod\w*|mise en production|répétition|cours|stage|séance|déménagement|signature|état des lieux|démo|spectacle|première|vernissage|cérémonie|remise|vaccin|rappel|kiné|coiffeur|oral|concours|partiels?|bac|permis|code|atelier|formation|tournoi|vacances|camp|barbecue|dîner|déjeuner|repas|rendu|rapport|candidature|appel|paiement|contrat|bail|visa|passeport|renouvellement|élections?|festival|marché|foire|rentrée|date limite|deadline|échéance|baptême|communion|accouchement|terme|crémaillère|assemblée générale|ag|conseil de classe|brocante|vide-grenier|kermesse|travaux|chantier|devis|bilan|release|version|migration|recette|dossier|déclaration|clôture|facture)"

DECISIONS: Final = (
    rule(
        Kind.DECISION,
        "décidé choisi opté tranché convenu voté retenu décide décision renoncé",
        r"(?:<ALL><CL>(?:<AI>|<SUIS>|<AI> fini par|viens d[e'])|(?:l'équipe|le (?:comité|conseil|groupe|bureau)|la (?:famille|direction|boîte)) a) ?<CL><ADV>(?:été |tous |toutes )?(?:décidé|décider|choisi|opté|tranché|convenu|voté|retenu|arrêté notre choix|renoncé|décidée?s?)(?! (?:quoi|si|encore|pour l'instant|comment))\b.+",
        "plan",
        confidence=0.8,
    ),
    rule(
        Kind.DECISION,
        "annulé reporté accepté refusé décliné repoussé abandonné",
        r"<ALL><CL>(?:<AI>|viens d[e']) ?<CL><ADV>(?:annulé|reporté|accepté|refusé|décliné|repoussé|abandonné|annuler|accepter|refuser) (?!(?:la demande|les cookies|ma demande|les conditions)\b)(?:le |la |l'|les |mon |ma |mes |notre |nos |un |une |leur |son |sa |de |d').+",
        "plan",
        confidence=0.7,
    ),
    rule(
        Kind.DECISION,
        "",
        r"<ME><CL>\w+ .+",
        "plan",
        confidence=0.75,
        after=r"(?:c'est (?:décidé|acté|tranché|sûr|tout vu)|décision prise|tranché|finalement|au final|tout compte fait|après réflexion|validé|acté|décision|dégage|c'est non|laiss(?:e|ons) tomber|abandonn(?:e|ons)|on (?:arrête|vire|annule))[^.]{0,25}$",
    ),
    rule(
        Kind.DECISION,
        "va ce",
        r"(?:va|ok|allons-y|c'est parti|adjugé) pour (?:le|la|les|l'|un|une|du|des|cette|ce)\b ?.+|ce sera (?:donc |finalement |plutôt )?(?!(?:tout|bon|possible|difficile|mieux|plus|long)\b).+",
        "plan",
        confidence=0.65,
    ),
    rule(
        Kind.DECISION,
        "finalement",
        r"(?:(?P<who><JE>|(?:on|nous)(?= )) ?\w+ .+|(?:pas|plus) (?:de |d')[\w' -]+) finalement\b.*",
        "plan",
        confidence=0.7,
    ),
    rule(
        Kind.DECISION,
        "décidé acté choisi tranché décision confirmé non oui officiel c'est",
        r".{4,60}, c'est (?:décidé|acté|tout vu|officiel)$|c'est (?:non|oui|mort|niet) pour .+|(?:c'est|ça y est,?) (?:décidé|acté|tranché|validé|confirmé|tout vu)[ ,:]+.+|(?:la |notre |ma )?décision(?: prise| finale)?(?: est)? ?(?::|de|d'|c'est) ?.+",
        "plan",
        confidence=0.75,
    ),
    rule(
        Kind.DECISION,
        "réécrit remplace migre bascule passe abandonne part reste garde adopte supprime reporte annule laisse arrête vire lâche refait prend choisit repousse déplace décale retient",
        r"(?P<who>on|nous)(?= ) ?(?:ne )?(?:<CL>)(?:réécrit|réécrivons|remplac<E>|remplaçons|migr<E>|bascul<E>|pass<E> (?:à|sur|en|au|aux)|abandonn<E>|part(?:ons)? (?:sur|avec|finalement)|rest<E> (?:sur|avec|en|chez|fidèle)|gard<E>|adopt<E>|supprim<E>|report<E>|annul<E>|laiss<E> tomber|arrêt<E>|vir<E>|lâch<E>|refait|refaisons|choisit|choisissons|repouss<E>|décal<E>|retient|retenons|mis<E> sur) (?!(?:ça|quoi|tout ça|là|le petit|la petite|les petits|les enfants|mon neveu|ma nièce)\b).+",
        "plan",
        confidence=0.7,
    ),
    rule(
        Kind.DECISION,
        "finalement prends pars reste garde annule prend accepte refuse",
        r"(?:finalement,? |du coup,? |au final,? )?(?P<who><JE>) ?<CL>(?:prends|pars|reste|garde|choisis|accepte|refuse|annule|démissionne|renonce|arrête|passe|me lance|change|quitte)\b (?:finalement |bien |donc |plutôt |le (?:poste|job|cdi|boulot|bleu|modèle)|la (?:maison|proposition|promotion)|l'(?:offre|appart|appartement)|sur |chez |avec |pas |à (?:la|l')|au |mon (?:boulot|job|poste|abonnement)).*",
        "plan",
        confidence=0.65,
    ),
    rule(
        Kind.DECISION,
        "annulé annulée reporté reportée finalement plus",
        r".*\b(?:est|sont|a été|ont été) (?:<ADV>)?(?:annulée?s?|reportée?s?|décalée?s?|repoussée?s?|abandonnée?s?|avancée?s?)\b.*|.*\b(?:tombe|tombent) à l'eau\b.*",
        "plan",
        confidence=0.7,
    ),
)

COMMITMENTS: Final = (
    rule(
        Kind.COMMITMENT,
        "promis promets juré jure engagé engagée",
        r"<ALL><CL>(?:<AI>|<SUIS>)? ?<ADV>(?:promis|promets|juré|engagée?s?) (?!(?:que c'est|de te|de vous)\b).+",
        "plan",
        timing=Timing.PLAN,
        confidence=0.8,
    ),
    rule(
        Kind.COMMITMENT,
        "oublie oublier pense penser faut",
        r"(?:il )?(?:ne )?(?:faut|faudra) (?:pas )?(?:absolument |surtout |vraiment |encore |aussi )*qu(?:e |')(?P<who>je|j'|on|nous)(?: |(?<=')) ?(?!(?:sache|comprenne|te |vous |voie|vois)\b).+",
        "plan",
        timing=Timing.PLAN,
        confidence=0.75,
    ),
    rule(
        Kind.COMMITMENT,
        "rappelle rappelle-moi rappelez-moi rappelez rappeler",
        rf"(?:(?:stp |svp )*(?:rappelle|rappelez)(?:-| )moi (?:de |d'|que |qu'|le |la |les |l'|mon |ma )|{REMINDS}).+",
        "plan",
        timing=Timing.PLAN,
        confidence=0.6,
    ),
    rule(
        Kind.COMMITMENT,
        "jusqu'à jusqu'au dois doit devons doivent faut dois-je compte comptons prévois prévoit prévu prévue prévoyons",
        rf"(?:<ALL><CL>(?:<DOIS>|compt<E>|prévois|prévoit|prévoyons|<AI> prévu d[e']|<AI> l'intention d[e']|<AI> jusqu'(?:à|au))|(?:il )?(?:me |nous )?faut) .*{DAY}.*",
        "plan",
        timing=Timing.PLAN,
        confidence=0.75,
    ),
    rule(
        Kind.COMMITMENT,
        "vais va allons vont",
        rf"<ALL><CL>(?:vais|va|allons|vont) (?:\w+ )?(?:\w+(?:er|ir|re|oir)\b.*{DAY}.*|(?:emménager|déménager|me marier|se marier|accoucher|adopter|m'installer|s'installer|démissionner|devenir|ouvrir|reprendre|passer (?:mon|le|un)|courir le)\b.*|(?:à|en|au|chez|voir) .*{DAY}.*)",
        "plan",
        timing=Timing.PLAN,
        confidence=0.7,
    ),
    rule(
        Kind.COMMITMENT,
        "",
        rf"<ALL><CL>\w+(?:rai|ra|rons|ront) .*{DAY}.*",
        "plan",
        timing=Timing.PLAN,
        confidence=0.7,
    ),
    rule(
        Kind.COMMITMENT,
        "ai a avons ont",
        rf"(?:<ALL><AI> (?:<ADV>)?(?:un|une|mon|ma|mes|le|la|l'|rdv|rendez-vous|deux|trois|des|\d+)\b.*{DAY}.*)",
        "appointment",
        timing=Timing.PLAN,
        confidence=0.7,
    ),
    rule(
        Kind.COMMITMENT,
        "",
        rf"<ALL><CL>(?!(?:ai|a|avons|suis|est|viens|étais|sais|veux|aime|habite|dors|mange|travaille|bosse)\b)(?:pars|part|partons|partent|déménag<E>|déménageons|emménag<E>|reçois|reçoit|recevons|rends|rend|rendons|pass<E>|livr<E>|commenc<E>|vois|voit|rentr<E>|chang<E>|vends|vend|signe|signons|rencontr<E>|visit<E>|récupèr<E>|vais|va|allons|prends|prend|me mari<E>|se mari<E>|nous marions|cour[st]|soutiens|soutient|envoi<E>|dépos<E>|présent<E>|organis<E>|fêt<E>|mari<E>|accouch<E>|opèr<E>|fais|fait|faisons|joue|jouons|viens|vient|arriv<E>|revien\w+|invit<E>|accueill<E>|retourn<E>|appell<E>|termin<E>|finis|finit|lanc<E>|lançons|ouvr<E>|donn<E>|repren\w+|gard<E>|m'occup<E>|termine|met|mets|paie|paye|vir<E>|réserv<E>|quitt<E>) ?(?!pas\b).*{DAY}.*",
        "plan",
        timing=Timing.PLAN,
        confidence=0.7,
    ),
    rule(
        Kind.COMMITMENT,
        "passe passent vient viennent arrive arrivent livre commence commencent part lieu tombe tombent prévu prévue prévus fini finit expire expirent débute ouvre ferme termine rendre boucler livrer envoyer",
        rf"(?:le|la|les|l'|mon|ma|mes|notre|nos|un|une|ça|tout) ?[\w'. -]{{2,50}}? (?:pass<E>|vient|viennent|arriv<E>|livr<E>|commenc<E>|part|partent|a lieu|ont lieu|se tient|tomb<E>|est prévue?s?|sont prévue?s?|est fixée?|finit|expir<E>|début<E>|ouvr<E>|ferm<E>|se termin<E>|doit|doivent|sera|seront|est|sont|est à rendre|sont à rendre|reprend|sort|échoit) (?!(?:pas|très|trop|bien|mal|super)\b).*{DAY}.*",
        "deadline",
        timing=Timing.PLAN,
        confidence=0.7,
    ),
    rule(
        Kind.COMMITMENT,
        "",
        rf"(?!encore\b)(?:(?:mon|ma|mes|notre|nos|le|la|les|l'|son|sa|un|une|prochaine?) ?)?(?:[\w'-]+ ){{0,2}}?{_EVENT}s?\b(?! (?:était|s'est|c'était|a été))[^?]{{0,60}}?\b{DAY}\b.*",
        "appointment",
        timing=Timing.PLAN,
        confidence=0.7,
    ),
    rule(
        Kind.COMMITMENT,
        "à rendre boucler finir payer envoyer livrer préparer réserver appeler",
        rf"(?:je|j'|on|nous) ?(?:ai|a|avons) .+ à (?:rendre|finir|boucler|payer|envoyer|livrer|préparer|terminer|remettre) .*{DAY}.*|(?:à (?:rendre|livrer|boucler|payer|envoyer)|rendu|livraison|remise) .*{DAY}.*",
        "deadline",
        timing=Timing.PLAN,
        confidence=0.7,
    ),
)

BUSY: Final = (
    rule(
        Kind.CONTEXT,
        "travaille travaillons bosse bossons train prépare préparons rénove rénovons retape retapons écris écrit écrivons construis construit construisons apprends apprend apprenons organise organisons cherche cherchons monte montons traduis développe développons entraîne m'entraîne refais refait refaisons plein pleine pleins pleines aménage restaure",
        r"<ALL><CL>(?:(?:travaill<E>|boss<E>) <ADV>(?:sur (?:une?|mon|ma|notre|le|la|l'|les|des|plusieurs)) ?.+|<SUIS> (?:\w+ )?en train (?:de |d')(?!(?:lire|regarder|te|vous|me demander|chercher|écrire un mail|essayer|voir|faire (?:la|le) (?:cuisine|ménage|vaisselle))\b).+|<SUIS> en plein(?:e|s|es)? (?!(?:forme|campagne|ville|nature|forêt|montagne|air|centre)\b).+|(?:rénov<E>|retap<E>|prépar<E>|construis|construit|construisons|apprends|apprend|apprenons|organis<E>|mont<E>|développ<E>|aménag<E>|restaur<E>|traduis|traduit|écris|écrit|écrivons|refais|refait|refaisons|mets en place|met en place) <ADV>(?:une?|mon|ma|mes|notre|le|la|l'|les|des|son|sa|du|à) ?(?!(?:mail|message|lettre|email|texte|ça|liste|menu|tableau|truc)\b).+|m'entraîn<E> (?:pour|à).+|s'entraîn<E> (?:pour|à).+|cherch<E> (?:une? |du )(?:nouve\w+ |premier |petit )?(?:boulot|job|travail|taf|appart|appartement|maison|logement|stage|alternance|coloc|nounou|associée?|emploi|poste|voiture)\b.*)",
        "busy",
        confidence=0.65,
    ),
)

CORRECTIONS: Final = (
    rule(
        Kind.CORRECTION,
        "pas non",
        r"(?:non,? |nan,? )?(?:c'est |je suis |on est |il est |elle est |moi c'est |il s'appelle |elle s'appelle |je m'appelle |plutôt |c )(?P<now>[^,]{2,40}?),? (?:et )?(?:pas|non pas|et non)(?! (?:encore|trop|très|mal|du tout|grave|vrai|sûr|besoin|que|si|de souci|facile|possible|cher|loin|un|une)\b) (?:le |la |les |l'|à |en |au |du |de |chez )?[\w' .-]{2,30}$",
        None,
        corrects=True,
        confidence=0.75,
    ),
    rule(
        Kind.CORRECTION,
        "mais pas non",
        r"(?:c'est |ce n'est |je (?:ne )?suis |je n'ai |j'ai |on (?:n')?est |il (?:n')?est |elle (?:n')?est )(?:pas|plus) (?:le |la |un |une |à |en |au |chez |de )?[\w' .-]{2,30}?,? (?:mais|c'est|plutôt) (?!(?:je|j'|il|elle|on|ça|pas|trop|bien|bon|merci|en fait|si)\b).{2,40}",
        None,
        corrects=True,
        confidence=0.7,
    ),
    rule(
        Kind.CORRECTION,
        "pas",
        r"(?!(?:je|j'|tu|c'est pas|ça|pas)\b).{2,50}?,? (?:et )?pas (?!(?:de|du|trop|très|mal|encore|sûr|grave|besoin|la peine|que|un|une|mon|ma)\b).{2,30}$",
        None,
        corrects=True,
        confidence=0.65,
        after=r"\b(?:non|nan|erreur|pardon|oups|en fait|faux|plutôt)[\s,!.:]*$",
    ),
    rule(
        Kind.CORRECTION,
        "pas",
        r"(?:(?-i:[A-Z\u00c0-\u00de])[\w'-]+|\d[\w ]*?),? (?:et )?pas (?:(?-i:[A-Z\u00c0-\u00de])[\w'-]+|\d[\w ]*)$|pas (?-i:[A-Z\u00c0-\u00de])[\w'-]+,? (?:mais )?(?-i:[A-Z\u00c0-\u00de])[\w'-]+$",
        None,
        corrects=True,
        confidence=0.7,
    ),
    rule(
        Kind.CORRECTION,
        "trompé trompée gourée gouré voulais mélangé inversé",
        r"(?:je|j') ?(?:me suis|m'étais|ai|avais) (?:trompée?|gourée?|mélangé|inversé|confondu|mal écrit|mal dit)[ ,:].{4,}|je voulais dire .+",
        None,
        corrects=True,
        confidence=0.7,
    ),
)
