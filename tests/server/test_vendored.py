"""Others' scripts on the page: each has a hash in it that the browser checks, and is in the bill of materials."""

import importlib.util
import json
import re
from base64 import b64encode
from hashlib import sha256
from pathlib import Path

import httpx2

ROOT = Path(__file__).parents[2]
VENDOR = ROOT / "src" / "recollect" / "dashboard" / "static" / "vendor"
SCRIPTS = sorted(file.name for file in VENDOR.glob("*.js"))


def tool():
    spec = importlib.util.spec_from_file_location("sbom", ROOT / "tools" / "sbom.py")
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_page_names_the_hash_of_every_vendored_file(shared: httpx2.Client) -> None:
    page = shared.get("/", headers={"Accept": "text/html"})
    (found,) = re.findall(r'<script type="importmap">(.*?)</script>', page.text, re.DOTALL)
    integrity = tool().integrity
    assert json.loads(found) == {
        "integrity": {f"/static/vendor/{name}": integrity(VENDOR / name) for name in SCRIPTS}
    }
    charts = shared.get("/static/views/optimizer.js").text
    assert f"const UPLOT_CSS = '{integrity(VENDOR / 'uplot.css')}'" in charts
    # What the page fetches early has the same hash: a file is fetched once.
    assert set(re.findall(r'vendor/(\w+\.js)" integrity="(.*?)"', page.text)) == {
        (name, integrity(VENDOR / name)) for name in ("preact.js", "hooks.js", "htm.js")
    }
    allowed = f"'sha256-{b64encode(sha256(found.encode()).digest()).decode()}'"
    assert f"script-src 'self' {allowed};" in page.headers["Content-Security-Policy"]


def test_the_import_map_comes_before_every_script(shared: httpx2.Client) -> None:
    page = shared.get("/", headers={"Accept": "text/html"}).text
    assert page.index('type="importmap"') == page.index("<script ") + len("<script ")


def test_the_bill_of_materials_lists_everything_that_is_shipped() -> None:
    bill = tool().bill()
    assert (bill["bomFormat"], bill["specVersion"]) == ("CycloneDX", "1.6")
    assert bill == tool().bill()
    refs = [each["bom-ref"] for each in bill["components"]]
    assert len(refs) == len({*refs})
    packages = {each["purl"].split("@")[0] for each in bill["components"] if "purl" in each}
    locked = (ROOT / "requirements" / "run.lock").read_text("utf-8")
    names = re.findall(r"^([A-Za-z0-9._-]+)==", locked, re.MULTILINE)
    assert {f"pkg:pypi/{name.lower()}" for name in names} <= packages
    assert {
        "pkg:pypi/cryptography",
        "pkg:pypi/psycopg",
        "pkg:npm/preact",
        "pkg:npm/cytoscape",
    } <= packages
    files = {one["value"] for each in bill["components"] for one in each.get("properties", ())}
    assert files == {f"dashboard/static/vendor/{name}" for name in [*SCRIPTS, "uplot.css"]}
    models = {
        each["name"] for each in bill["components"] if each["type"] == "machine-learning-model"
    }
    assert models == {"providers/reader/reader.onnx", "providers/minilm/model_quantized.onnx"}
    for each in bill["components"]:
        listed = [
            *each.get("hashes", ()),
            *(h for r in each.get("externalReferences", ()) for h in r["hashes"]),
        ]
        assert listed, each["name"]
