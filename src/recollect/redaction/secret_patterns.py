"""The formats of credentials that are recognizable by themselves, as data.

A row is tried only if one of its anchors occurs, so a long table costs an ordinary text a few
substring tests. No pattern may require anything after an unbounded run: with every run possessive
and every start at a boundary, the whole table is linear in the text.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

ALNUM = "A-Za-z0-9"
WORD = "A-Za-z0-9_-"
DOTTED = "A-Za-z0-9_.-"
BASE64 = "A-Za-z0-9+/=_-"
HEX = "0-9a-fA-F"
UUID = "[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}"
START = "(?<![A-Za-z0-9])"
# A prefix of letters only must not match inside base64 data.
ALONE = "(?<![A-Za-z0-9+_-])(?<![A-Za-z0-9]/)"
END = "(?![A-Za-z0-9])"

Span = tuple[int, int, str]


@dataclass(frozen=True, slots=True)
class TokenFormat:
    """One format: its kind, the anchors that must occur for it to be tried, and the pattern.

    The secret is the group named `s`, or else the whole match. `mixed` requires a letter and a
    digit, because the prefix alone is too short to be conclusive.
    """

    kind: str
    anchors: tuple[str, ...]
    pattern: str
    mixed: bool = False


# kind, prefixes, characters of the body, its least length
_PREFIXES: tuple[tuple[str, str, str, int], ...] = (
    # models
    ("anthropic-key", "sk-ant-", WORD, 12),
    ("openai-key", "sk-proj- sk-svcacct- sk-admin- sk-None- sess-", WORD, 16),
    ("openrouter-key", "sk-or-v1- sk-or-", WORD, 20),
    ("langfuse-key", "sk-lf-", WORD, 20),
    ("groq-key", "gsk_", ALNUM, 20),
    ("xai-key", "xai-", ALNUM, 20),
    ("perplexity-key", "pplx-", ALNUM, 20),
    ("huggingface-token", "hf_ api_org_", ALNUM, 20),
    ("nvidia-key", "nvapi-", WORD, 20),
    ("cerebras-key", "csk-", ALNUM, 20),
    ("langsmith-key", "lsv2_pt_ lsv2_sk_ ls__", ALNUM + "_", 20),
    ("pinecone-key", "pcsk_", ALNUM + "_", 20),
    ("together-key", "tgp_v1_", WORD, 20),
    ("wandb-key", "wandb_v1_", ALNUM + "_", 20),
    ("anyscale-key", "esecret_", ALNUM, 20),
    ("apify-token", "apify_api_", ALNUM, 20),
    ("context7-key", "ctx7sk-", WORD, 20),
    ("datastax-token", "AstraCS:", ":" + WORD, 20),
    # code and packages
    ("github-token", "ghp_ gho_ ghu_ ghs_ ghr_", ALNUM, 20),
    ("github-token", "github_pat_", ALNUM + "_", 20),
    (
        "gitlab-token",
        "glpat- glptt- gldt- glrt- glrtr- glcbt- glsoat- glft- glagent- glimt- gloas- glwt- GR1348941",
        DOTTED,
        16,
    ),
    ("atlassian-token", "ATATT3 ATCTT3 ATSTT3 ATOA ATBB ATTA BBDC-", ALNUM + "_=-", 24),
    ("npm-token", "npm_", ALNUM, 30),
    ("pypi-token", "pypi-AgE", WORD, 16),
    ("rubygems-key", "rubygems_", ALNUM, 20),
    ("docker-token", "dckr_pat_ dckr_oat_", WORD, 16),
    ("clojars-token", "CLOJARS_", ALNUM, 40),
    ("artifactory-key", "AKCp cmVmdGtuO", ALNUM, 40),
    ("buildkite-token", "bkua_ bkct_ bkaj_", ALNUM, 30),
    ("circleci-token", "CCIPAT_ CCIPRJ_", WORD, 20),
    ("sonar-token", "sqp_ squ_ sqa_", ALNUM, 30),
    ("sourcegraph-token", "sgp_", ALNUM + "_", 30),
    ("snyk-token", "snyk_uat. snyk_sat.", DOTTED, 20),
    # chat
    (
        "slack-token",
        "xoxb- xoxp- xoxa- xoxr- xoxs- xoxo- xoxc- xoxd- xoxe- xoxe. xapp- xwfp-",
        ALNUM + "%+/=._-",
        10,
    ),
    ("discord-token", "mfa.", WORD, 60),
    # money and mail
    ("stripe-key", "sk_live_ sk_test_ sk_prod_ rk_live_ rk_test_ rk_prod_", ALNUM + "_", 10),
    ("webhook-secret", "whsec_", ALNUM + "+/=", 16),
    ("square-token", "sq0atp- sq0csp- sandbox-sq0csb-", WORD, 20),
    ("razorpay-key", "rzp_live_ rzp_test_", ALNUM, 10),
    ("flutterwave-key", "FLWSECK- FLWSECK_TEST- FLWSECK_LIVE-", WORD, 10),
    ("easypost-key", "EZAK EZTK", ALNUM, 40),
    ("paddle-key", "pdl_live_apikey_ pdl_sdbx_apikey_", ALNUM + "_", 20),
    ("brevo-key", "xkeysib- xsmtpsib-", WORD, 20),
    ("shopify-token", "shpat_ shpca_ shppa_ shpss_ shptka_ shpua_", ALNUM, 20),
    # clouds and hosts
    ("gcp-api-key", "AIza", WORD, 30),
    ("google-oauth-token", "ya29.", DOTTED, 20),
    ("google-client-secret", "GOCSPX-", WORD, 20),
    ("google-api-key", "AQ.Ab8", WORD, 30),
    ("aws-session-token", "IQoJb3JpZ2lu FwoGZXIvYXdz FQoGZXIvYXdz", ALNUM + "+/=%", 30),
    ("aws-bedrock-key", "ABSK bedrock-api-key-", ALNUM + "+/=", 60),
    ("amazon-client-secret", "amzn1.oa2-cs.", DOTTED, 20),
    ("digitalocean-token", "dop_v1_ doo_v1_ dor_v1_", ALNUM, 32),
    ("heroku-key", "HRKU-", WORD, 20),
    ("tencent-key", "AKID", ALNUM, 32),
    ("yandex-token", "AQVN y0_A", WORD, 30),
    ("vercel-token", "vercel_blob_rw_", ALNUM + "_", 20),
    ("netlify-token", "nfp_ nfc_ nfo_ nfb_ nfu_", ALNUM, 30),
    ("fly-token", "fo1_ fm1_ fm2_ fm1r_ fm1a_", ALNUM + "+/=_-", 20),
    ("supabase-key", "sbp_ sb_secret_", WORD, 20),
    ("planetscale-token", "pscale_tkn_ pscale_pw_ pscale_oauth_", DOTTED, 20),
    ("neon-key", "napi_", ALNUM, 30),
    ("xata-key", "xau_", ALNUM, 24),
    ("aiven-password", "AVNS_", WORD, 12),
    ("mongodb-secret", "mdb_sa_sk_", WORD, 20),
    ("prefect-key", "pnu_ pnb_", ALNUM, 30),
    # secret managers
    ("vault-token", "hvs. hvb. hvr.", WORD, 16),
    ("swarm-token", "SWMTKN-1-", WORD, 30),
    ("doppler-token", "dp.pt. dp.st. dp.sa. dp.ct. dp.scim. dp.audit.", DOTTED, 20),
    ("1password-token", "ops_eyJ", BASE64, 50),
    ("age-key", "AGE-SECRET-KEY-1", "A-Z0-9", 20),
    ("nostr-key", "nsec1", "a-z0-9", 50),
    ("wallet-key", "xprv yprv zprv tprv", ALNUM, 90),
    ("openssh-private-key", "b3BlbnNzaC1rZXktdjE", ALNUM + "+/=", 20),
    ("mapbox-token", "sk.eyJ", DOTTED, 20),
    # monitoring
    ("sentry-token", "sntrys_ sntryu_ sntrya_", BASE64, 20),
    ("grafana-token", "glsa_ glc_", BASE64, 20),
    ("newrelic-key", "NRAK- NRII- NRIQ- NRRA- NRSP-", WORD, 16),
    ("honeycomb-key", "hcaik_ hcxik_ hcamk_", ALNUM + "_", 20),
    ("axiom-token", "xaat- xapt-", WORD, 20),
    ("posthog-key", "phx_", ALNUM, 30),
    # productivity
    ("linear-key", "lin_api_ lin_oauth_", ALNUM, 20),
    ("notion-token", "ntn_", ALNUM, 30),
    ("postman-key", "PMAK-", WORD, 20),
    ("figma-token", "figd_ figo_ figu_ figoh_ figor_", WORD, 20),
    ("dropbox-token", "sl.u. sl.", WORD, 60),
    ("typeform-token", "tfp_", DOTTED, 20),
    ("readme-key", "rdme_", ALNUM, 30),
    ("contentful-token", "CFPAT-", WORD, 20),
    ("frameio-token", "fio-u-", BASE64, 30),
    ("intercom-token", "dG9rO", BASE64, 40),
    ("instagram-token", "IGQV IGAA", WORD, 60),
    ("linkedin-token", "WPL_AP1.", "=+/" + DOTTED, 10),
)

# The same, with prefixes so short that the body must be mixed.
_SHORT_PREFIXES: tuple[tuple[str, str, str, int], ...] = (
    ("replicate-token", "r8_", ALNUM, 20),
    ("tavily-key", "tvly-", WORD, 12),
    ("jina-key", "jina_", WORD, 24),
    ("llamacloud-key", "llx-", ALNUM, 24),
    ("e2b-key", "e2b_", ALNUM, 20),
    ("firecrawl-key", "fc-", ALNUM, 30),
    ("fireworks-key", "fw_", ALNUM, 20),
    ("voyage-key", "pa-", WORD, 40),
    ("mem0-key", "m0-", ALNUM, 30),
    ("runpod-key", "rpa_", ALNUM, 30),
    ("resend-key", "re_", ALNUM + "_", 20),
    ("elevenlabs-key", "sk_", ALNUM, 40),
    ("cursor-key", "key_", ALNUM, 40),
    ("crates-token", "cio", ALNUM, 32),
    ("nuget-key", "oy2", "a-z0-9", 43),
    ("notion-token", "secret_", ALNUM, 32),
    ("tailscale-key", "tskey-", WORD, 12),
    ("google-refresh-token", "1//0", WORD, 20),
    ("alibaba-key", "LTAI", ALNUM, 12),
    ("facebook-token", "EAA", ALNUM, 40),
    ("square-token", "EAAA", WORD, 56),
    ("databricks-token", "dapi", HEX + "-", 30),
    ("pulumi-token", "pul-", HEX, 40),
    ("render-key", "rnd_", ALNUM, 20),
    ("vercel-token", "vcp_ vci_ vca_ vcr_ vck_", ALNUM, 20),
    ("neon-password", "npg_", ALNUM, 10),
    ("mollie-key", "live_ access_", ALNUM, 30),
)

# One row per line is easier to read; the formatter would use six lines for each.
# fmt: off
_IRREGULAR: tuple[TokenFormat, ...] = (
    TokenFormat("jwt", ("eyJ",), r"(?<![\w-])(?<!pk\.)eyJ[\w-]{8,}+\.[\w-]{4,}+(?:\.[\w-]*+){0,3}+"),
    TokenFormat("aws-access-key", ("AKIA", "ASIA", "ABIA", "ACCA"), r"\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b"),
    # The secret key has no prefix, but it is recognizable next to its id.
    TokenFormat("aws-secret-key", ("AKIA", "ASIA"), r"\bA[KS]IA[A-Z0-9]{16}[\s,;:|/\"']{1,6}(?P<s>[A-Za-z0-9+/]{40})(?![\w+/])"),
    TokenFormat("openai-key", ("sk-",), START + r"sk-(?P<body>[\w-]{20,}+)", mixed=True),
    TokenFormat("openai-key", ("sk-",), START + r"sk-[A-Za-z0-9]{20,}+"),
    TokenFormat("azure-client-secret", ("Q~",), r"(?<![\w~.-])[\w~.-]{3}\dQ~[\w~.-]{31,34}(?![\w~-])"),
    TokenFormat("azure-devops-token", ("AZDO",), r"(?<!\w)[A-Za-z0-9]{76}AZDO[A-Za-z0-9]{4}(?!\w)"),
    TokenFormat("azure-key", ("JQQJ99",), r"(?<!\w)[A-Za-z0-9]{30,56}JQQJ99[A-Za-z0-9]{20,}+"),
    TokenFormat("discord-token", (".",), r"(?<![\w.-])[MNO][\w-]{22,28}\.[\w-]{6,7}\.[\w-]{27,}+", mixed=True),
    TokenFormat("telegram-token", (":AA",), r"(?:(?<!\w)|(?<=bot))\d{8,10}:AA[\w-]{30,}+"),
    TokenFormat("sendgrid-key", ("SG.",), START + r"SG\.[\w-]{10,}+\.[\w-]{10,}+"),
    TokenFormat("twilio-key", ("SK",), r"\bSK[0-9a-f]{32}\b"),
    TokenFormat("mailgun-key", ("key-",), r"(?<![\w-])key-[0-9a-z]{32}(?!\w)", mixed=True),
    TokenFormat("mailgun-key", ("-",), r"(?<![\w-])[0-9a-f]{32}-[0-9a-f]{8}-[0-9a-f]{8}(?![\w-])"),
    TokenFormat("mailchimp-key", ("-us",), r"(?<!\w)[0-9a-f]{32}-us\d{1,2}(?!\w)"),
    TokenFormat("airtable-token", ("pat",), r"(?<!\w)pat[A-Za-z0-9]{14}\.[0-9a-f]{40,}+"),
    TokenFormat("hubspot-token", ("pat-",), rf"(?<![\w-])pat-(?:na|eu|ap)\d-{UUID}(?![\w-])"),
    TokenFormat("launchdarkly-key", ("sdk-", "api-", "mob-"), rf"(?<![\w-])(?:sdk|api|mob)-{UUID}(?![\w-])"),
    TokenFormat("plaid-token", ("access-",), rf"(?<![\w-])access-(?:production|sandbox|development)-{UUID}(?![\w-])"),
    TokenFormat("amazon-mws-token", ("amzn.mws.",), rf"amzn\.mws\.{UUID}"),
    TokenFormat("braintree-token", ("access_token$",), r"access_token\$(?:production|sandbox)\$[0-9a-z]{16}\$[0-9a-f]{32}"),
    TokenFormat("asana-token", ("/",), r"(?<![\w/])[12]/\d{12,20}(?:/\d{12,20})?:[0-9a-f]{32}(?!\w)"),
    TokenFormat("clickup-token", ("pk_",), r"(?<!\w)pk_\d{5,10}_[A-Z0-9]{32}(?!\w)"),
    TokenFormat("klaviyo-key", ("pk_",), r"(?<!\w)pk_[0-9a-f]{34}(?!\w)", mixed=True),
    TokenFormat("brave-key", ("BSA",), r"(?<![\w-])BSA[\w-]{27,28}(?![\w-])", mixed=True),
    TokenFormat("deepl-key", (":fx",), rf"(?<![\w-]){UUID}:fx(?!\w)"),
    TokenFormat("firebase-key", (":APA91b",), r"(?<![\w-])[\w-]{11,22}:APA91b[\w-]{20,}+"),
    TokenFormat("terraform-token", (".atlasv1.",), r"(?<!\w)[A-Za-z0-9]{10,20}\.atlasv1\.[\w-]{40,}+"),
    TokenFormat("vault-token", ("s.",), r"(?<![\w.])s\.(?=[A-Za-z]{0,23}\d)(?=[a-z0-9]{0,23}[A-Z])[A-Za-z0-9]{24}(?![\w.(])"),
    TokenFormat("dynatrace-token", ("dt0",), r"\bdt0[a-z]\d\d\.[A-Z0-9]{24}\.[A-Z0-9]{60,}+"),
    TokenFormat("newrelic-key", ("NRAL",), r"(?<!\w)[0-9a-zA-Z]{36}NRAL\b"),
    TokenFormat("cloudflare-ca-key", ("v1.0-",), r"(?<![\w.])v1\.0-[0-9a-f]{24}-[0-9a-f]{100,}+"),
    TokenFormat("1password-key", ("A3-",), r"\bA3-[A-Z0-9]{6}(?:-[A-Z0-9]{5,11}){4,5}\b"),
    TokenFormat("twitter-bearer", ("AAAAAAAAAAAAAAAA",), ALONE + r"A{18,40}[A-Za-z0-9%]{30,}+", mixed=True),
    TokenFormat("paseto-token", (".local.", ".public."), r"(?<![\w.])v[1-4]\.(?:local|public)\.[\w-]{20,}+"),
    TokenFormat("okta-token", ("SSWS",), r"\bSSWS\s{1,3}(?P<s>[\w-]{20,}+)"),
    # base64 of -----BEGIN ... PRIVATE KEY-----, and of the inside of such a block
    TokenFormat("kubernetes-private-key", ("LS0tLS1CRUdJTi",),
          r"LS0tLS1CRUdJTi(?:BQUklWQVRF|BSU0EgUFJJVkFURS|BFQyBQUklWQVRF|BPUEVOU1NIIFBSSVZBVEU|BFTkNSWVBURUQg)[A-Za-z0-9+/=]*+"),
    TokenFormat("private-key", ("ADANBgkqhkiG9w0BAQEFAASC",), r"MII[A-Za-z0-9+/]{1,8}ADANBgkqhkiG9w0BAQEFAASC[A-Za-z0-9+/=]*+"),
    TokenFormat("private-key", ('"kty"',), r'"(?:d|p|q|dp|dq|qi|k)"\s{0,3}:\s{0,3}"(?P<s>[\w-]{20,}+)'),
    TokenFormat("private-key", ("Private-Lines:",),
          r"Private-Lines: \d{1,3}\s{1,4}(?P<s>[A-Za-z0-9+/=]{16,}+(?:\s{1,2}[A-Za-z0-9+/=]{16,}+)*+)"),
    # webhooks: the address is the secret
    TokenFormat("slack-webhook", ("hooks.slack",), r"hooks\.slack(?:-gov)?\.com/(?:services|workflows|triggers)/(?P<s>[\w/-]{16,}+)"),
    TokenFormat("discord-webhook", ("/api/webhooks/",), r"discord(?:app)?\.com/api/webhooks/\d{10,20}/(?P<s>[\w-]{20,}+)"),
    TokenFormat("teams-webhook", ("webhook.office.com",), r"webhook\.office\.com/webhookb?2?/(?P<s>[\w@/-]{30,}+)"),
    TokenFormat("zapier-webhook", ("hooks.zapier.com",), r"hooks\.zapier\.com/hooks/catch/(?P<s>[\w/]{8,}+)"),
    TokenFormat("make-webhook", (".make.com/", ".integromat.com/"), r"hook\.[\w.]{0,12}(?:make|integromat)\.com/(?P<s>\w{20,}+)"),
    TokenFormat("ifttt-webhook", ("maker.ifttt.com",), r"maker\.ifttt\.com/\S{1,80}?/with/key/(?P<s>[\w-]{10,}+)"),
    TokenFormat("feishu-webhook", ("/open-apis/bot/",), r"/open-apis/bot/v2/hook/(?P<s>[\w-]{20,}+)"),
    TokenFormat("wecom-webhook", ("qyapi.weixin",), rf"/webhook/send\?key=(?P<s>{UUID})"),
    TokenFormat("webhook", ("/hooks/",), r"/hooks/(?P<s>[a-z0-9]{26})(?![\w/])", mixed=True),
    # unknown vendors, by common words: acme_sk_live_..., foo_pat_..., bar_secret_...
    TokenFormat("api-key", ("sk_", "sk-", "rk_", "pat_", "pat-", "secret_", "secret-", "token_", "apikey", "api_", "api-", "_live_", "_prod_"),
          r"(?<![\w-])(?!(?:pk|pub|public|publishable|cs)[_-])(?:[a-z][a-z0-9]{0,11}[_-]){0,3}?"
          r"(?:(?:sk|rk|pat|secret|token|apikey|api[_-]key|api)[_-](?:(?:live|test|prod|v\d)[_-])?"
          r"|[a-z]{2,12}_(?:key_)?(?:live|prod)_(?:key_)?)(?P<body>[A-Za-z0-9]{24,}+)", mixed=True),
)
# fmt: on


def _prefix_format(kind: str, prefixes: str, body: str, least: int, *, mixed: bool) -> TokenFormat:
    names = tuple(prefixes.split())
    start = START if any(name[-1] in "_-." for name in names) and not mixed else ALONE
    any_name = "|".join(re.escape(name) for name in names)
    return TokenFormat(kind, names, f"{start}(?:{any_name})(?P<body>[{body}]{{{least},}}+)", mixed)


TOKEN_FORMATS: tuple[TokenFormat, ...] = (
    *(_prefix_format(*row, mixed=False) for row in _PREFIXES),
    *(_prefix_format(*row, mixed=True) for row in _SHORT_PREFIXES),
    *_IRREGULAR,
)

_DUMMY = re.compile(r"(?i)your[_-]|yourkey|yourtoken|x{5}|\.\.\.|placeholder|redacted|[_-]here\b")
_LETTER_AND_DIGIT = re.compile(r"(?=[^A-Za-z]*+[A-Za-z])(?=\D*+\d)")


def _is_dummy(body: str) -> bool:
    """Whether this is a dummy value from documentation."""
    max_distinct = 3
    return len(set(body)) <= max_distinct or _DUMMY.search(body) is not None


_ANCHORS = tuple(
    (anchor, token_format) for token_format in TOKEN_FORMATS for anchor in token_format.anchors
)
# No self-identifying credential is shorter than sixteen characters. Matching word by word is twice
# as fast as trying every position.
_LONG_WORD = re.compile(r"(?:[!-~]{0,15}+[^!-~]++)*+[!-~]{16}")


def has_long_word(text: str) -> bool:
    """Whether the text contains a run of characters long enough for a token."""
    return _LONG_WORD.match(text) is not None


def find_tokens(text: str) -> Iterator[Span]:
    """Every credential that is recognizable by its format."""
    if has_long_word(text):
        for token_format in dict.fromkeys(
            token_format for anchor, token_format in _ANCHORS if anchor in text
        ):
            yield from _matches(token_format, text)


# Compiled on first use: most programs meet few of these formats, and compiling all is slow.
_compiled = cache(re.compile)


def _matches(token_format: TokenFormat, text: str) -> Iterator[Span]:
    for match in _compiled(token_format.pattern).finditer(text):
        groups = match.groupdict()
        start, end = match.span("s") if "s" in groups else match.span()
        body = groups.get("body") or match.string[start:end]
        if _is_dummy(body) or (token_format.mixed and not _LETTER_AND_DIGIT.match(body)):
            continue
        # A full stop after a token ends the sentence, not the token.
        yield start, start + len(text[start:end].rstrip(".")), token_format.kind


_PEM_BEGIN = re.compile(r"-{4,5} ?BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)? ?-{4,5}")
_PEM_BREAK = r"""(?:\\+[nr]|[\s"'>|,+\\])*+"""
_PEM_END = re.compile(
    _PEM_BREAK
    + r"[A-Za-z0-9+/=.…]{0,31}+"
    + _PEM_BREAK
    + r"-{4,5} ?END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)? ?-{4,5}"
)
_PEM_HEADERS = r"(?:[A-Z][A-Za-z-]{2,20}: [^\n\\]{1,200}(?:\\n|\n)){0,8}+"
# base64 that cannot be prose: long, or with a digit or an inner capital
_PEM_LINE = (
    r"(?:[A-Za-z0-9+/=]{32,}+|(?=[A-Za-z]{0,30}?(?:[0-9+/=]|[a-z][A-Z]))[A-Za-z0-9+/=]{8,31}+)"
)
_PEM_BODY = re.compile(f"{_PEM_BREAK}{_PEM_HEADERS}(?:{_PEM_BREAK}{_PEM_LINE})++")


def find_private_keys(text: str) -> Iterator[Span]:
    """Every private key block, with or without its END line."""
    if "PRIVATE KEY" not in text:
        return
    for begin in _PEM_BEGIN.finditer(text):
        body = _PEM_BODY.match(text, begin.end())
        if body is None:
            continue
        end = _PEM_END.match(text, body.end())
        yield begin.start(), (end or body).end(), "private-key"
