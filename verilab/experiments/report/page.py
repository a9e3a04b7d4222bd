"""One HTML page from data, scripts and a style sheet, which a browser opens without asking anybody for anything.

Its policy (Content-Security-Policy) lets nothing in but the scripts and the style that it has, by their hashes: no request, no inline
handler or style, no ``eval``.  Data are JSON in elements that no browser executes, with every character escaped that HTML gives a meaning.
"""

from __future__ import annotations

import base64
import hashlib
import html
import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

# Controls, separators of lines, what turns the direction of writing or has no width, halves of surrogate pairs; line ends and tabs stay.
_HIDDEN = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff]"
)
_HTML = str.maketrans({"<": "\\u003c", ">": "\\u003e", "&": "\\u0026"})


def visible(data: Any) -> Any:
    """Plain data in whose texts, names included, what a reader would not see, or would be misled by, is written as an escape."""
    if isinstance(data, str):
        return data if data.isprintable() else _HIDDEN.sub(_escape, data.replace("\r\n", "\n"))
    if isinstance(data, Mapping):
        return {visible(name): visible(value) for name, value in data.items()}
    return [visible(entry) for entry in data] if isinstance(data, (list, tuple)) else data


def _escape(match: re.Match[str]) -> str:
    return match[0].encode("unicode_escape").decode("ascii")


def json_text(data: Any) -> str:
    """JSON in ASCII without a character that could end a script element.  ValueError for numbers that JSON has not."""
    return json.dumps(data, allow_nan=False, separators=(",", ":")).translate(_HTML)


def page(title: str, body: str, style: str, scripts: Sequence[str], data: Mapping[str, Any]) -> str:
    """The page; ``data`` are elements by their ids.  ``body`` is HTML, everything else text."""
    scripts = [_embeddable(script) for script in scripts]
    policy = "; ".join(
        [
            "default-src 'none'",
            f"script-src {' '.join(map(_digest, scripts))}",
            f"style-src {_digest(style)}",
            "base-uri 'none'",
            "form-action 'none'",
        ]
    )
    parts = [
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{html.escape(policy, quote=False)}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n<meta name="referrer" content="no-referrer">',
        f"<title>{_escaped(title)}</title>\n<style>{style}</style>\n</head>\n<body>\n{body}",
        *(f'<script type="application/json" id="{html.escape(name)}">{json_text(value)}</script>' for name, value in data.items()),
        *(f"<script>{script}</script>" for script in scripts),
        "</body>\n</html>\n",
    ]
    return "\n".join(parts)


def _escaped(text: str) -> str:
    """As HTML: no character of a text has a meaning, and none is one that HTML does not allow."""
    return html.escape(re.sub(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]", "\ufffd", text))


def _embeddable(script: str) -> str:
    """The script without what would end its element or open a comment in it; where these are, in its texts, an escape says the same."""
    return re.sub(r"<(?=/script|!--|script)", r"\\x3c", script, flags=re.IGNORECASE)


def _digest(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
