"""The types of the TypeScript client are those of the server's description."""

import json
import re
import runpy
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

CLIENT = Path(__file__).parents[2] / "clients" / "typescript"


def test_the_types_are_generated_from_the_description_of_this_server() -> None:
    description = runpy.run_path(str(CLIENT / "scripts" / "describe.py"))["description"]()
    types = (CLIENT / "src" / "schema.ts").read_text("utf-8")
    found = re.search(r"^// ([0-9a-f]{64})$", types, re.MULTILINE)
    assert found, "src/schema.ts does not say what it was generated from"
    now = sha256(description.encode()).hexdigest()
    assert found[1] == now, "the API has changed: run make client"


def test_the_client_has_the_version_of_the_server() -> None:
    package = json.loads((CLIENT / "package.json").read_text("utf-8"))
    assert package["version"] == version("recollect")


def test_the_type_of_error_codes_names_every_code_of_the_server() -> None:
    table = (CLIENT.parents[1] / "docs" / "http.md").read_text("utf-8")
    codes = set(re.findall(r"^\| \d{3} \| `(\w+)` \|", table, re.MULTILINE))
    source = (CLIENT / "src" / "error.ts").read_text("utf-8")
    typed = set(re.findall(r'^  \| "(\w+)"', source, re.MULTILINE))
    assert codes
    assert typed == codes | {"bad_response", "timeout", "unreachable"}
