"""What the pages tell people to type is there: commands with their options, variables, settings and routes."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer

from recollect import Memory
from recollect.cli.app import app
from recollect.domain.entry import Kind
from recollect.errors import RecollectError
from recollect.mcp.tools import TOOLS
from recollect.server.app import create_app
from recollect.server.oauth.authorization import OPEN
from recollect.server.routes import mem0
from recollect.settings import PROFILES, load
from recollect.settings.table import TABLE
from tools.http_reference import error_classes

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted(ROOT.glob("docs/**/*.md"))]
GUIDES = sorted(ROOT.glob("docs/how-to/*.md"))
PROSE = [*(ROOT / "docs" / name for name in ("concepts.md", "tour.md", "tutorial.md")), *GUIDES]
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```", re.MULTILINE | re.DOTALL)
# What other people's clients call where to ask, and with which headers.
CLIENTS = {"api_base", "api_key", "base_url", "default_headers"}
# PostgreSQL's own.
OTHERS = {"archive_timeout", "shared_buffers", "integrity_check", "pg_dump", "pg_restore"}
VARIABLE = re.compile(r"(\w+)=(.*)", re.DOTALL)
VARIABLES = {variable for row in TABLE.values() for variable in (*row.variables, row.file_variable)}


def test_every_command_shown_is_understood(monkeypatch):
    monkeypatch.delenv("RECOLLECT_HOME", raising=False)
    found = [(page, words) for page in PAGES for words in _commands(page)]
    assert len(found) > 30
    commands = typer.main.get_command(app)
    for page, words in found:
        # Parsed and not run: an unknown command or option ends here.
        context = commands.make_context("recollect", words)
        while rest := [*context._protected_args, *context.args]:
            group = context.command
            name, command, rest = group.resolve_command(context, rest)
            context = command.make_context(name, rest, parent=context)
            if not hasattr(command, "commands"):
                break
        assert context.command is not None, f"{page.name}: {words}"


def test_commands_named_in_prose_exist():
    known = set(typer.main.get_command(app).commands)
    for page in PAGES:
        for name in re.findall(r"`recollect ([a-z][a-z-]*)", page.read_text("utf-8")):
            assert name in known, f"{page.name}: recollect {name}"


def test_variables_are_settings_and_take_the_values_shown(tmp_path, monkeypatch):
    shown = [(page, *pair) for page in PAGES for pair in _variables(page)]
    assert {"RECOLLECT_UPSTREAM_BASE_URL", "MEMORY_MAX_TURNS"} <= {name for _, name, _ in shown}
    for page, name, value in shown:
        assert name in VARIABLES, f"{page.name}: {name}"
        with monkeypatch.context() as patch:
            patch.setenv("RECOLLECT_HOME", str(tmp_path))
            patch.setenv(name, value)
            load()


def test_variables_named_anywhere_are_settings():
    for page in PAGES:
        for name in re.findall(r"\bRECOLLECT_[A-Z_]*[A-Z]", page.read_text("utf-8")):
            assert name in VARIABLES, f"{page.name}: {name}"


def test_the_page_of_the_raspberry_pi_lists_its_profile():
    listed = re.findall(
        r"^\| `(\w+)` \| `?(\w+)`? \| ", _text("how-to/raspberry-pi.md"), re.MULTILINE
    )
    assert dict(listed) == {name: str(value).lower() for name, value in PROFILES["pi"].items()}


def test_routes_named_anywhere_exist(schema):
    every = [*schema["paths"], *(route.path for route in mem0.router.routes)]
    paths = {re.sub(r"\{\w+\}", "{}", path) for path in every}
    apart = {
        "/",
        "/docs",
        "/help",
        "/help/{}",
        "/mcp",
        "/oauth",
        "/openapi.json",
        "/v1",
        "/static/{}",
    } | OPEN
    for page in PAGES:
        for path in _paths(page.read_text("utf-8")):
            assert re.sub(r"\{\w+\}", "{}", path) in paths | apart, f"{page.name}: {path}"


def test_names_in_prose_are_known(schema):
    known = {*TABLE, *_names(schema), *(tool.name for tool in TOOLS), *CLIENTS, *Kind}
    known |= {kind.code for kind in error_classes(RecollectError)}
    for page in PROSE:
        prose = BLOCK.sub("", page.read_text("utf-8"))
        for name in re.findall(r"`([a-z]+(?:_[a-z]+)+)`", prose):
            assert name in known, f"{page.name}: {name}"


def test_names_in_code_marks_are_somewhere_in_the_sources():
    folders = ("src/recollect", "benchmarks", "training", "tests/docs")
    files = (file for folder in folders for file in ROOT.glob(f"{folder}/**/*"))
    read = (file.read_text("utf-8") for file in files if file.suffix in {".py", ".toml"})
    sources = "\n".join(read)
    # Pages of adapters name what their frameworks have.
    for page in [page for page in PAGES if page.parent.name != "integrations"]:
        prose = BLOCK.sub("", page.read_text("utf-8"))
        for name in set(re.findall(r"`(?!recollect_)([a-z]+(?:_[a-z]+)+)`", prose)) - OTHERS:
            assert name in sources, f"{page.name}: {name}"


def test_anchors_lead_to_headings():
    for page in PAGES:
        for file, anchor in re.findall(r"\]\(([\w./-]*)#([\w-]+)\)", page.read_text("utf-8")):
            text = (page.parent / file if file else page).read_text("utf-8")
            assert anchor in _anchors(text), f"{page.name}: {file}#{anchor}"


def test_what_the_tour_names_stands_on_the_page():
    static = ROOT / "src" / "recollect" / "dashboard" / "static"
    told = "\n".join(file.read_text("utf-8") for file in static.glob("**/*.js"))
    labels = re.findall(r"`([A-Z][^`]*)`", BLOCK.sub("", _text("tour.md")))
    assert len(labels) > 15
    for label in labels:
        # Between tags or quotes: what somebody reads, and no name in the code.
        assert re.search(rf"[>'`\"]{re.escape(label)}\s*[<'`(\"]", told), label
    for view in re.findall(r"title: '([^']+)', .*load: ", told):
        assert f"\n## {view}\n" in _text("tour.md"), view


@pytest.fixture(scope="module")
def schema() -> Any:
    with Memory.open(":memory:", background=False, embedding_backend="none") as memory:
        return create_app(memory).openapi()


def _text(name: str) -> str:
    return (ROOT / "docs" / name).read_text("utf-8")


def _lines(page: Path) -> Iterator[list[str]]:
    """The command lines that a page shows, in words; what a block of curl sends may have several lines."""
    for kind, block in BLOCK.findall(page.read_text("utf-8")):
        if kind not in {"console", "bash", "", "ini"}:
            continue
        for line in block.replace("\\\n", " ").splitlines():
            text = re.sub(r"^(\$ |ExecStart=|Environment=)", "", line)
            if "recollect" in text and not text.startswith(
                ("curl", " ", "#", "claude mcp add --t")
            ):
                yield shlex.split(text, comments=True)


def _commands(page: Path) -> Iterator[list[str]]:
    for words in _lines(page):
        at = [n for n, word in enumerate(words) if re.fullmatch(r"([\w./]*/)?recollect", word)]
        if at:
            yield words[at[-1] + 1 :]


def _variables(page: Path) -> Iterator[tuple[str, str]]:
    for words in _lines(page):
        for word in words:
            if not (found := VARIABLE.fullmatch(word)):
                break
            if not found[1].startswith("OTEL_"):  # OpenTelemetry's own
                yield found[1], found[2]


def _paths(text: str) -> Iterator[str]:
    yield from re.findall(r"`(?:GET|POST|PUT|PATCH|DELETE) (/[^`?\s]*)`", text)
    yield from re.findall(r"http://127\.0\.0\.1:8377(/[^\s`'\"?)>…]*)", text)


def _names(schema: dict[str, Any]) -> Iterator[str]:
    for shape in schema["components"]["schemas"].values():
        yield from shape.get("properties", {})


def _anchors(text: str) -> set[str]:
    """Headings as they are linked to: small letters, hyphens between words, nothing else."""
    titles = re.findall(r"^#+ (.*)$", BLOCK.sub("", text), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}
