"""The files that deploy Recollect name settings, commands, routes and ports that exist."""

import os
import re
import shlex
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer
import yaml

from recollect.cli.app import app
from recollect.server.routes import health
from recollect.settings import load, unknown_variables

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
PORT = 8377
DOCKERFILE = (ROOT / "Dockerfile").read_text("utf-8")
CADDYFILE = (DEPLOY / "compose" / "Caddyfile").read_text("utf-8")
UNITS = sorted(DEPLOY.glob("systemd/*.service"))
HEALTH = {route.path for route in health.router.routes}


def compose(name: str) -> dict[str, Any]:
    # The values that Compose puts in place of variables that are not set.
    text = re.sub(r"\$\{\w+:-([^}]*)\}", r"\1", (ROOT / name).read_text("utf-8"))
    return yaml.safe_load(text)


COMPOSE = {name: compose(name) for name in ("compose.yaml", "deploy/compose/sqlite.yaml")}
RECOLLECT = [
    service
    for file in COMPOSE.values()
    for service in file["services"].values()
    if service["image"].startswith("recollect:")
]
KUBERNETES = {
    path.name: [*yaml.safe_load_all(path.read_text("utf-8"))]
    for path in sorted(DEPLOY.glob("kubernetes/*.yaml"))
}
PODS = [
    found["spec"]["template"]["spec"]
    for file in KUBERNETES.values()
    for found in file
    if found["kind"] in {"Deployment", "Job"}
]


def dockerfile(instruction: str) -> list[str]:
    lines = re.sub(r"\\\n", " ", re.sub(r"^ *#.*\n", "", DOCKERFILE, flags=re.MULTILINE))
    return re.findall(rf"^{instruction} (.*)$", lines, re.MULTILINE)


def unit_lines(unit: Path, key: str) -> list[str]:
    return re.findall(rf"^{key}=(.*)$", unit.read_text("utf-8"), re.MULTILINE)


def environments() -> Iterator[tuple[str, dict[str, str]]]:
    words = shlex.split(" ".join(dockerfile("ENV")))
    yield "Dockerfile", dict(word.split("=", 1) for word in words)
    for service in RECOLLECT:
        yield "compose", service.get("environment", {})
    yield "kubernetes", KUBERNETES["settings.yaml"][1]["data"]
    for unit in UNITS:
        words = shlex.split(" ".join(unit_lines(unit, "Environment")))
        yield unit.name, dict(word.split("=", 1) for word in words)


def command_lines() -> Iterator[list[str]]:
    yield from (yaml.safe_load(line) for line in dockerfile("CMD"))
    yield from (service["command"] for service in RECOLLECT if "command" in service)
    yield from (pod["containers"][0]["args"] for pod in PODS)
    for unit in UNITS:
        yield from (line.split()[1:] for line in unit_lines(unit, "ExecStart"))
    (check,) = re.findall(r"CMD (\[.*\])", dockerfile("HEALTHCHECK")[0])
    yield yaml.safe_load(check)[1:]


def test_every_variable_is_a_setting_and_takes_its_value(monkeypatch, tmp_path):
    (tmp_path / "database_url").write_text("postgresql://recollect:secret@postgres/recollect\n")
    for place, given in environments():
        with monkeypatch.context() as patch:
            for name in [name for name in os.environ if name.startswith("RECOLLECT_")]:
                patch.delenv(name)
            for name, value in given.items():
                if name.startswith("RECOLLECT_"):
                    is_file = name.endswith("_FILE")
                    patch.setenv(name, str(tmp_path / Path(value).name) if is_file else value)
            assert unknown_variables() == (), place
            assert load().port == PORT, place


def test_every_command_exists():
    group = typer.main.get_command(app)
    lines = [*command_lines()]
    assert {words[0] for words in lines} == {"serve", "worker", "sync", "health", "stats"}
    for words in lines:
        group.commands[words[0]].make_context(words[0], words[1:])


def test_the_image_installs_what_is_locked():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    (extras,) = re.findall(r'"\.\[([\w,-]+)\]"', DOCKERFILE)
    assert extras.split(",") == ["postgres"]
    assert set(extras.split(",")) <= project["optional-dependencies"].keys()
    copied = {
        source
        for line in dockerfile("COPY")
        if not line.startswith("--from")
        for source in line.split()[:-1]
    }
    assert {"requirements/run.lock", "requirements/postgres.lock"} <= copied
    kept = re.findall(r"^!(.*)$", (ROOT / ".dockerignore").read_text("utf-8"), re.MULTILINE)
    for source in copied:
        assert (ROOT / source).exists()
        assert source.split("/")[0] in kept


def test_the_locks_agree():
    run, postgres = (
        dict(re.findall(r"^([\w.-]+)==([^ ]+)", text, re.MULTILINE))
        for text in (
            (ROOT / "requirements" / f"{name}.lock").read_text("utf-8")
            for name in ("run", "postgres")
        )
    )
    assert {"psycopg", "psycopg-binary"} <= postgres.keys()
    assert {name: run[name] for name in run.keys() & postgres.keys()} == {
        name: postgres[name] for name in run.keys() & postgres.keys()
    }


def test_ports_and_health_checks_agree():
    assert dockerfile("EXPOSE") == [str(PORT)]
    servers = re.findall(r"\{\$SERVERS:(.*?)\}", CADDYFILE)
    names = [name for name in COMPOSE["compose.yaml"]["services"] if name.startswith("server-")]
    assert servers == [" ".join(f"{name}:{PORT}" for name in names)] * 2
    allowed = RECOLLECT[0]["environment"]["RECOLLECT_ALLOWED_HOSTS"].split(",")
    assert {*names} < {*allowed}  # Caddy asks them for their health by these names
    assert set(re.findall(r"health_uri (\S+)", CADDYFILE)) == {"/health/ready"} <= HEALTH
    (server,) = (pod for pod in PODS if pod["containers"][0]["args"] == ["serve"])
    (container,) = server["containers"]
    assert container["ports"] == [{"name": "http", "containerPort": PORT}]
    probes = [container[f"{name}Probe"]["httpGet"] for name in ("startup", "readiness", "liveness")]
    assert {probe["path"] for probe in probes} == {"/health/live", "/health/ready"} <= HEALTH
    service = next(found for found in KUBERNETES["server.yaml"] if found["kind"] == "Service")
    assert [port["port"] for port in service["spec"]["ports"]] == [PORT]


@pytest.mark.parametrize("name", COMPOSE)
def test_a_compose_file_has_what_it_refers_to(name):
    file = COMPOSE[name]
    folder = (ROOT / name).parent
    for service in file["services"].values():
        assert set(service.get("secrets", ())) <= file.get("secrets", {}).keys()
        for volume in service.get("volumes", ()):
            source = volume.split(":")[0]
            assert (folder / source).exists() if "/" in source else source in file["volumes"]
        assert not any(
            "password" in str(v)
            for k, v in service.get("environment", {}).items()
            if not k.endswith("_FILE")
        )
    for service in RECOLLECT:
        assert service["read_only"]
        assert service["cap_drop"] == ["ALL"]


def test_kubernetes_has_what_it_refers_to():
    listed = set(KUBERNETES["kustomization.yaml"][0]["resources"])
    assert listed == KUBERNETES.keys() - {"kustomization.yaml", "secrets.example.yaml"}
    secrets = {found["metadata"]["name"] for found in KUBERNETES["secrets.example.yaml"]}
    used = {
        volume["secret"]["secretName"]
        for pod in PODS
        for volume in pod["volumes"]
        if "secret" in volume
    }
    assert used == secrets
    for pod in PODS:
        (container,) = pod["containers"]
        assert pod["securityContext"]["runAsUser"] == int(dockerfile("USER")[0].split(":")[0])
        assert pod["securityContext"]["runAsNonRoot"]
        assert container["securityContext"]["readOnlyRootFilesystem"]
        # A service named recollect would set RECOLLECT_PORT to tcp://…, which is no port.
        assert pod["enableServiceLinks"] is False
        mounts = {mount["name"] for mount in container["volumeMounts"]}
        assert mounts == {volume["name"] for volume in pod["volumes"]}
        paths = {mount["mountPath"] for mount in container["volumeMounts"]}
        assert {"/tmp", *dockerfile("VOLUME")} <= paths  # the rest is read-only


def test_every_unit_may_do_the_same_and_no_more():
    confined = [
        unit.read_text("utf-8").split("nothing else.\n")[1].split("\n[Install]")[0].strip()
        for unit in UNITS
    ]
    assert len(confined) == 3
    assert len(set(confined)) == 1
    assert "NoNewPrivileges=yes" in confined[0]


def test_stopping_leaves_time_for_requests_and_jobs():
    needed = 5 + load().background_grace_seconds
    (server,) = (pod for pod in PODS if pod["containers"][0]["args"] == ["serve"])
    given = [server["terminationGracePeriodSeconds"]]
    given += [int(service["stop_grace_period"].rstrip("s")) for service in RECOLLECT]
    (unit,) = (unit for unit in UNITS if unit.name == "recollect.service")
    given += [int(unit_lines(unit, "TimeoutStopSec")[0])]
    assert min(given) > needed


def test_a_command_to_paste_among_others_asks_nothing():
    guide = (ROOT / "docs" / "how-to" / "docker.md").read_text("utf-8")
    runs = re.findall(r"^docker compose run (.*)$", guide, re.MULTILINE)
    assert runs
    for line in runs:  # on a terminal `keys add` would take the next line as an answer
        assert "-T" in line.split()
