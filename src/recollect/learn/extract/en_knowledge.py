"""English: what an agent at work says of the sites and services it deals with."""

from typing import Final

from recollect.learn.extract.en_rule import rule
from recollect.learn.extract.language import pattern, rule_book
from recollect.model.entry import Kind

# A statement of how things are, not of what was just done.
_GENERAL = r"(?!(?:I|I'm|I've|I'll|we|you|your|done|here|let|shall|should|would|do|does|is|are|which|what|how|there (?:is|are) (?:\d+|no|\w+)|all \d+|\d+|all done|everything|nothing|all (?:tests|checks)|ok|opening|checking|trying|running|fetching|getting|reading|starting|creating|booking|moving|then|next|understood|noted|got it)\b)(?!.*\bwill (?:mostly |probably |now )?be\b)(?!(?!.*\b(?:unless|until|once)\b).*\b(?:was|were|has been|have been|now (?:saved|done|booked)|you|your|is (?:booked|saved|sent|ordered|attached|done|downloaded|created|uploaded|confirmed)|are (?:booked|saved|sent|attached|done|downloaded))\b)(?!.*\bthere$)"
_LOGIN = r"(?:log[ -]?in|sign[ -]?in|logged[ -]in|signed[ -]in|account|password|authentication|2fa|two-factor|session|membership|captcha)"
_FAILS = r"(?:block(?:s|ed)|refus(?:es|ed)|reject(?:s|ed)|reset|fails?|failed|errors?|times? out|timeouts?|captchas?|rate[ -]limit(?:s|ed)?|denie[sd]|banned?|throttle[sd]?|crash(?:es)?|unless|\b[45]\d\d\b|expire[sd]?|dropped|drops|locked|limit(?:ed|s)?|too many|breaks?|duplicate|conflict|returns? (?:an )?(?:empty|error)|cannot|can't|corrupt(?:s|ed)?|hangs?|(?:does|do) not (?:work|compile|load|open|run|start|accept|return|respond)|doesn't|won't|no longer works?)"
_REMEDY = r"(?:have to|has to|must|needs? to|needs?|requires?|one has to|avoids?|makes? .+ (?:go through|work)|helps?|fixes|solves|works? (?:only |best )?(?:when|if|after|with|once)|only (?:after|when|once|works)|before (?:reading|clicking|touching|submitting|the|anything|any|it|each|every)|first\b|wait(?:ing)?\b|instead of|retry(?:ing)?|seconds? after|goes through|gets? around)"
_PLATFORM = r"(?:javascript|react|vue|angular|svelte|wordpress|shopify|magento|drupal|single[ -]page|spa\b|html|iframe|shadow dom|next\.?js|django|rails|php|java\b|flash|web ?app|e-?commerce|cloudflare|behind|server-side|client-side|static site|runs on|is built (?:with|on|in)|written in|legacy|cms|graphql|rest api|soap)"
_PART = r"(?:\b(?:deployments?|staging|production|vpn|module|driver|kernel|runner|pipeline|webhook|login|logout|session|user agent|app|screen|dialog|window|field|option|setting|settings|mode|view|browser|firewall|dns|certificate|key|quota|account|bucket|mirror|registry|lock|lockfile)\b|[#.][a-z][\w-]+|\[[\w-]+[^\]]*\]|/[\w/?=&{}.-]+|\b(?:form|fields?|button|menu|page|pages|table|tab|search box|dropdown|link|url|endpoint|api|selector|input|checkbox|header|footer|sidebar|modal|popup|popups|cookie|banner|parameter|param|query|basket|cart|checkout|download|downloads|export|upload|uploads|documents|results|list|filter|sort|calendar|slots?|site|portal|shop|website|server|service|proxy|cache|database|index|queue|job|build|tests?|branch|repo|file|folder|csv|pdf|json|xml|column|row|id|token|header|feed|rss|sitemap|pagination|map|listing|listings|prices?|archive|invoices?|tickets?|host|port|config|flag|script|command|package|version|library|client|job|image|container|cluster|backup|schema|migration|requests?)\b)"

# What is done, and what it brings: "sending them one by one works".
_DEED = r"(?:(?:only |first |simply )?(?!during|nothing|something|anything|everything|according|missing|loading)[a-z]{2,}ing\b|a (?:pause|delay|wait|retry|sleep|restart|reload|refresh|longer timeout|header|cookie)\b|with (?:an?|the|one)\b)"
_BRINGS = r"(?:keeps?|gets?|works?|fixes|helps?|avoids?|solves?|makes?|lets?|prevents?|brings?|gives?|is enough|does the trick|returns?|clears?|goes|unlocks?|stops?|removes?|shows?|allows?|restores?|yields?|worked|helped|fixed|solved|did the trick)"

KNOWLEDGE: Final = rule_book(
    (
        rule(
            Kind.EXECUTION_PATTERN,
            "",
            rf"(?!.*\b(?:I|you|your|we)\b){_DEED}.*\b{_BRINGS}\b(?!.*\b(?:nothing|fails?|no results?|errors?|empty)\b).*",
            confidence=0.7,
        ),
        rule(
            Kind.ERROR_PATTERN,
            "because since",
            rf"(?=.*{_PART})(?!(?:I|we|you)\b).*\b(?:{_FAILS}|empty|missing)\b.*\b(?:because|since|as) (?:the|it|its|an?|every|each|no|only)\b.*",
            confidence=0.7,
        ),
        rule(
            Kind.DOMAIN,
            "",
            rf"{_GENERAL}.*\b(?:wants?|requires?|needs?|asks? for|demands?|behind|only (?:for|with|after)|without|unless)\b.*\b{_LOGIN}\b(?!.*\bdemanded).*",
            confidence=0.7,
        ),
        rule(Kind.ERROR_PATTERN, "", rf"(?=.*{_PART}){_GENERAL}.*\b{_FAILS}\b.*", confidence=0.7),
        rule(
            Kind.EXECUTION_PATTERN,
            "",
            rf"(?=.*(?:{_PART}|\d)){_GENERAL}.*\b{_REMEDY}.*",
            confidence=0.7,
        ),
        rule(
            Kind.WEBSITE_KNOWLEDGE,
            "",
            rf"(?=.*{_PART}){_GENERAL}.*\b(?:sits?|lies?|lives?|hides?|appears?|is hidden|is found|are found|is placed) (?:inside|in|under|below|above|at the (?:top|bottom|end)|next to)\b.*",
            confidence=0.65,
        ),
        rule(Kind.DOMAIN, "", rf"(?=.*{_PART}){_GENERAL}.*\b{_PLATFORM}.*", confidence=0.65),
        rule(
            Kind.WEBSITE_KNOWLEDGE,
            "",
            rf"(?=.*{_PART}){_GENERAL}.*\b(?:is|are|opens?|comes?|holds?|shows?|uses?|lives?|sits?|stands?|appears?|loads?|accepts?|expects?|returns?|contains?|has|have|takes?|starts?|ends?|ignores?|sorts?|lists?|hides?|sends?|redirects?|changes?|closes?|gets?|goes|go|works?|counts?|lie|lies|exports?|publishes|publish|updates?|supports?|allows?|serves?|delivers?|reads?|includes?|excludes?|omits?|requires?|offers?|links?|points?|logs?|caches?|stays?|remains?)\b.*",
            confidence=0.6,
        ),
    )
)

GENERAL: Final = pattern(
    rf"{_GENERAL}(?!(?-i:[A-Z][a-z]+ [A-Z][a-z]+ ))(?!.*\bsince \d{{4}})(?!(?:opening|checking|trying|running|looking|downloading|searching|sending|loading|going|working|found|the (?:cheapest|nearest|best|next|first|weather|total|price|result|order|report|summary|flight|train|booking|festival|museum|concert|file (?:is|was))|everything|nothing|one moment|good|great|sorry|thanks?)\b)"
    r"(?!.*\b(?:today|tomorrow|yesterday|monday|tuesday|wednesday|thursday|friday|saturday|sunday|successful\w*|passed|all done|now|he|she|his|her|euros?|dollars?|shall|would you|let me|I)\b)(?!.*[€$£])"
    r"(?:[\w#./'\"-]+[ ,]+){2,}.*\b(?:is|are|has|have|does|do|needs?|wants?|can|cannot|must|only|leave|arrive|open|close|appear|load|expire|fail|return|show|start|end|come|go|get|take|use|require|accept|allow|support|hold|list|change|[a-z]{2,}[^s\W]s)\b(?: \S+)+"
)
