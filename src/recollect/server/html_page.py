"""Plain HTML pages with one style, without scripts or anything from other servers."""

import base64
import hashlib
from html import escape
from typing import Final

from fastapi.responses import HTMLResponse

_STYLE: Final = (
    "body{font:1rem/1.5 system-ui,sans-serif;max-width:50rem;margin:2rem auto;padding:0 1rem}"
    "pre,code{font-family:ui-monospace,monospace;font-size:.9rem}"
    "pre{background:#8881;padding:.75rem;overflow-x:auto}"
    "section{border-top:1px solid #8886;margin-top:1.5rem}"
    "input,button{font:inherit;padding:.4rem .6rem;margin:.25rem 0}"
    "input{display:block;width:100%;box-sizing:border-box}"
    ":root{color-scheme:light dark}"
)
_HASH: Final = base64.b64encode(hashlib.sha256(_STYLE.encode()).digest()).decode()


def html_page(
    title: str, body: str, status: int = 200, *, form_action: str = "'none'"
) -> HTMLResponse:
    """A page; `form_action` is where its form may lead."""
    page = (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>{escape(title)}</title><style>{_STYLE}</style></head>"
        f"<body><main>{body}</main></body></html>"
    )
    headers = {
        # No scripts, images or requests, and only the style above.
        "Content-Security-Policy": f"default-src 'none'; style-src 'sha256-{_HASH}';"
        f" base-uri 'none'; form-action {form_action}; frame-ancestors 'none'",
        # Not no-referrer, with which a form would come without its origin.
        "Referrer-Policy": "same-origin",
        "Vary": "Accept",
    }
    return HTMLResponse(page, status, headers)
