"""French: what an agent at work says of the sites and services it deals with."""

from typing import Final

from recollect.learn.extract.fr_rule import french, rule
from recollect.learn.extract.language import rule_book
from recollect.model.entry import Kind

# A statement of how things are, not of what was just done.
_GENERAL = r"(?!(?:je|j'|nous|tu|vous|voici|voilà|fait|souhaite|voulez|veux|dois|est-ce|quel|quelle|comment|ok|d'accord|compris|noté|bien|avec plaisir|puisque)\b)(?!.*\b(?:a été|ont été|a échoué|est (?:réservée?|enregistrée?|envoyée?|commandée?|terminée?|téléchargée?|créée?|confirmée?|faite?)|vous|votre|vos|tu|ton|ta|tes)\b)"
_LOGIN = r"(?:connexion|connecté|se connecter|identifiants?|compte|mot de passe|authentification|2fa|double authentification|session|captcha|inscription)"
_FAILS = r"(?:bloque|bloqué|refuse|refusé|rejette|rejeté|échoue|erreurs?|expire|délai dépassé|captcha|limite|limité|interdit|banni|plante|sauf si|[45]\d\d|trop de|casse|doublon|conflit|renvoie (?:une )?(?:erreur|page vide)|plein|pleine|saturée?|impossible|indisponible|ne répond pas|ne (?:marche|fonctionne|charge|passe) (?:pas|plus)|corrompt)"
_REMEDY = r"(?:il faut|doit|doivent|faut|nécessite|évite|évitent|permet d'éviter|ne marche que|ne fonctionne que|seulement (?:après|si|quand)|uniquement (?:après|si|quand)|avant de|d'abord|attendre|au lieu de|réessayer|secondes? après|contourne|suffit de)"
_PLATFORM = r"(?:javascript|react|vue|angular|svelte|wordpress|shopify|magento|drupal|prestashop|html|iframe|django|rails|php|java\b|cloudflare|côté serveur|côté client|site statique|tourne sur|écrit en|développé en|cms|graphql|api rest|soap)"
_PART = r"(?:[#.][a-z][\w-]+|\[[\w-]+[^\]]*\]|/[\w/?=&{}.-]+|\b(?:formulaires?|champs?|boutons?|menus?|pages?|tableaux?|onglets?|liste déroulante|liens?|url|endpoint|api|sélecteurs?|case|en-tête|pied de page|modale|pop-?up|cookies?|bandeau|bannière|paramètres?|requêtes?|panier|paiement|téléchargements?|exports?|imports?|documents|résultats|filtres?|tri|calendrier|créneaux?|site|portail|boutique|serveur|service|proxy|cache|base|index|file|tâche|build|tests?|branche|dépôt|fichiers?|dossiers?|csv|pdf|json|xml|colonnes?|lignes?|identifiant|jeton|flux|pagination|carte|annonces?|prix|archives?|factures?|billets?|hôte|port|config|script|commande|paquet|version|bibliothèque|client|image|conteneur|cluster|sauvegardes?|schéma|migration|partage|disque|quota|moteur de recherche)\b)"

# What a tool answers that will be so the next time as well.
REFUSALS: Final = french(
    r"\b(?:session (?:expirée|expire|fermée)|accès (?:refusé|interdit|restreint)|non autorisée?|permission refusée|trop de requêtes|requêtes par (?:minute|heure|jour|seconde)|limite (?:de|atteinte|dépassée)|quota (?:atteint|dépassé)|(?:connexion|authentification|identification) (?:requise|nécessaire|obligatoire)|veuillez vous (?:connecter|identifier)|paramètre (?:\S+ )?(?:manquant|obligatoire|requis|absent)|champ (?:\S+ )?(?:manquant|obligatoire|requis)|commande minimum|minimum de commande|fichier trop (?:gros|volumineux|lourd)|en maintenance|(?:masqué|recouvert|caché|couvert) par|non cliquable|réservée? aux|n'apparaît qu|n'est (?:accessible|disponible|actif) qu)"
)

KNOWLEDGE: Final = rule_book(
    (
        rule(
            Kind.DOMAIN,
            "",
            rf"{_GENERAL}.*\b(?:demande|exige|requiert|nécessite|réservée?|impose|derrière|sans|uniquement (?:avec|après|pour))\b.*\b{_LOGIN}\b.*",
            confidence=0.7,
        ),
        rule(Kind.ERROR_PATTERN, "", rf"(?=.*{_PART}){_GENERAL}.*\b{_FAILS}\b.*", confidence=0.7),
        rule(
            Kind.EXECUTION_PATTERN,
            "",
            rf"(?=.*(?:{_PART}|\d)){_GENERAL}.*\b{_REMEDY}.*",
            confidence=0.7,
        ),
        rule(Kind.DOMAIN, "", rf"(?=.*{_PART}){_GENERAL}.*\b{_PLATFORM}.*", confidence=0.65),
        rule(
            Kind.WEBSITE_KNOWLEDGE,
            "",
            rf"(?=.*{_PART}){_GENERAL}.*\b(?:est|sont|s'ouvre|s'ouvrent|contient|contiennent|affiche|affichent|utilise|se trouve|se trouvent|apparaît|apparaissent|charge|accepte|attend|renvoie|retourne|a|ont|prend|commence|finit|ignore|trie|liste|cache|envoie|redirige|change|ferme|exporte|publie|met à jour|permet|livre|lit|inclut|s'appelle|mène|porte)\b.*",
            confidence=0.6,
        ),
    )
)
