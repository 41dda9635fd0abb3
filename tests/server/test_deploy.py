"""The files in `deploy/`: linted, and what they say is done, without a container engine.

`make test-deploy` runs the steps that build the image as well, which takes minutes.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import shlex
import shutil
import signal
import ssl
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import httpx
import pytest
import yaml
from websockets.asyncio.client import connect

from quadriga.server.settings import Settings
from tests.ports import free_port

from .client import WAIT
from .proxy import SmallProxy
from .running import running
from .services import RedisServer
from .test_serving import WISH

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
CONF = (DEPLOY / "nginx.conf").read_text()
BIN = Path(sys.executable).parent


def steps() -> list[tuple[str, str]]:
    """Read the steps of the Dockerfile."""
    text = re.sub(r"\\\n", " ", re.sub(r"^#.*\n", "", (DEPLOY / "Dockerfile").read_text(), flags=re.MULTILINE))
    return [(line.split()[0], line.partition(" ")[2].strip()) for line in text.splitlines() if line]


def step(name: str) -> str:
    """Find the last step of a kind."""
    return [rest for kind, rest in steps() if kind == name][-1]


def known_variables() -> set[str]:
    """List the variables that the server reads, by the table in its documentation."""
    return set(re.findall(r"^\| `(QUADRIGA_\w+)`", (ROOT / "docs" / "server.md").read_text(), re.MULTILINE))


# --- lint


def test_the_dockerfile_is_linted() -> None:
    done = subprocess.run(
        [BIN / "hadolint", "--failure-threshold", "warning", DEPLOY / "Dockerfile"], capture_output=True, text=True
    )  # fmt: skip
    assert done.returncode == 0, done.stdout


def test_the_image_has_stages_is_not_roots_and_says_how_it_is() -> None:
    stages = [rest for kind, rest in steps() if kind == "FROM"]
    assert len(stages) == 2 and all(re.search(r":\d+\.\d+", stage) for stage in stages), "exact images"
    assert step("USER").isdigit() and int(step("USER")) > 0
    assert step("HEALTHCHECK").split("CMD ")[1].startswith("[") and step("CMD").startswith("[")
    copied = [rest.split()[-2] for kind, rest in steps() if kind == "COPY" and "--from=build" in rest]
    made = " ".join(rest for kind, rest in steps() if kind == "RUN")
    assert all(path in made for path in copied), "a stage makes what the next one takes"


def test_every_variable_is_one_that_the_server_reads() -> None:
    known = known_variables()
    assert len(known) >= len(fields(Settings)) - 6
    for file in DEPLOY.iterdir():
        used = set(re.findall(r"QUADRIGA_[A-Z_]+[A-Z]", file.read_text()))
        assert used <= known, (file.name, used - known)


def test_compose_is_whole() -> None:
    compose = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    services = compose["services"]
    assert set(services) == {"quadriga", "postgres", "redis", "caddy"}
    for name, service in services.items():
        assert service["restart"] == "unless-stopped"
        assert name == "quadriga" or re.search(r":\d", service["image"]), "no image without a version"
        for volume in service.get("volumes", ()):
            source = volume.split(":")[0]
            assert source in compose["volumes"] or (DEPLOY / source).exists()
        needed = service.get("depends_on", ())
        assert set(needed) <= set(services)
        for other in needed if isinstance(needed, dict) else ():
            assert "healthcheck" in services[other]
        assert name == "caddy" or "ports" not in service, "only the proxy is open to the world"
    assert services["quadriga"]["build"]["dockerfile"] == "deploy/Dockerfile"
    assert "reverse_proxy quadriga:8420" in (DEPLOY / "Caddyfile").read_text()
    password = {services[each]["environment"] and "POSTGRES_PASSWORD" for each in ("postgres",)}
    assert password == {"POSTGRES_PASSWORD"} and "password" not in json.dumps(compose).replace("PASSWORD", "")


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="the test below reads the unit without systemd")
def test_systemd_takes_the_units(tmp_path: Path) -> None:
    for file in (*DEPLOY.glob("*.service"), *DEPLOY.glob("*.timer")):
        text = file.read_text().replace("/opt/quadriga/bin/quadriga", "/bin/true")
        (tmp_path / file.name).write_text(text)
    units = [str(file) for file in tmp_path.iterdir()]
    done = subprocess.run(["systemd-analyze", "verify", *units], capture_output=True, text=True, check=False)
    ours = [line for line in done.stderr.splitlines() if "quadriga" in line]
    assert not ours, done.stderr


def test_the_units_start_what_there_is() -> None:
    for file in DEPLOY.glob("*.service"):
        (command,) = re.findall(r"quadriga/bin/quadriga (\w+[^'\"\n]*)", file.read_text())
        words = shlex.split(command.split(' "')[0])
        asked = subprocess.run([BIN / "quadriga", words[0], "--help"], capture_output=True, text=True, check=True)
        assert all(word in asked.stdout for word in words if word.startswith("--"))


@pytest.mark.skipif(not shutil.which("caddy"), reason="the Caddyfile's upstream is checked with compose's")
def test_caddy_takes_its_file() -> None:
    environ = {**os.environ, "HOST": "play.example.org"}
    command = ["caddy", "validate", "--adapter", "caddyfile", "--config", str(DEPLOY / "Caddyfile")]
    done = subprocess.run(command, env=environ, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


# --- what the image runs, run here


def in_the_image(word: str, folder: Path, port: int) -> str:
    """Put what is a path or a port of the image where it is here."""
    return word.replace("8420", str(port)).replace("/data", str(folder))


def test_what_the_image_runs_is_healthy_and_stops(tmp_path: Path) -> None:
    port = free_port()
    told = dict(each.split("=", 1) for each in shlex.split(step("ENV")))
    told = {name: in_the_image(value, tmp_path, port) for name, value in told.items() if name != "PATH"}
    told["QUADRIGA_CACHE_DIR"] = os.environ.get("QUADRIGA_CACHE_DIR", "")  # what is compiled here already
    environ = {**os.environ, **told, "PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}", "QUADRIGA_BOT_WORKERS": "1"}
    command = [in_the_image(word, tmp_path, port) for word in json.loads(step("CMD"))]
    check = [in_the_image(word, tmp_path, port) for word in json.loads(step("HEALTHCHECK").split("CMD ")[1])]

    def healthy() -> bool:
        return subprocess.run(check, env=environ, capture_output=True, check=False).returncode == 0

    assert not healthy()
    process = subprocess.Popen(command, env=environ, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None and "Quadriga is at" in process.stdout.readline()
        assert healthy()
        assert (tmp_path / "tables.sqlite3").exists()
    finally:
        process.send_signal(getattr(signal, step("STOPSIGNAL")))
        assert process.wait(WAIT) == 0
        if process.stdout is not None:
            process.stdout.close()


def numbers_at(port: int) -> str:
    """What a process tells at its port for `/metrics`: of several, one answers people before the others are ready."""
    deadline = time.monotonic() + WAIT
    while True:
        try:
            return httpx.get(f"http://127.0.0.1:{port}/metrics", timeout=WAIT).text
        except httpx.ConnectError:
            assert time.monotonic() < deadline
            time.sleep(0.1)


def test_what_compose_runs_serves(tmp_path: Path, postgres_url: str, redis_server: RedisServer) -> None:
    service = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]["quadriga"]
    port = free_port()
    given = {
        name: value.replace("${HOST:?set it in .env}", "play.example.org")
        for name, value in service["environment"].items()
    }
    given["QUADRIGA_DATABASE_URL"], given["QUADRIGA_REDIS_URL"] = postgres_url, redis_server.url
    given["QUADRIGA_METRICS_PORT"] = str(port)
    words = [word.replace("8420", "0").replace("0.0.0.0", "127.0.0.1") for word in service["command"][2:]]
    words.remove("--no-browser")
    with running(tmp_path, *words, **given) as server:
        proxied = {"host": "play.example.org", "x-forwarded-proto": "https", "x-forwarded-for": "192.0.2.7"}
        with httpx.Client(base_url=server.url, headers=proxied, timeout=WAIT) as http:
            assert http.get("/api/invitation").json() == {"base": "https://play.example.org"}
            assert http.post("/api/tables", json=WISH).status_code == 201
            assert "strict-transport-security" in http.get("/").headers
        for each in (port, port + 1):
            assert "quadriga_database_bytes" in numbers_at(each)


# --- nginx, and what stands in for it


def run_nginx(conf: str, folder: Path) -> Callable[[], None]:
    """Start a real nginx."""
    (folder / "nginx.conf").write_text(
        f"{'user root; ' if os.geteuid() == 0 else ''}daemon off; pid {folder}/pid; error_log {folder}/error.log; worker_processes 1;\n"
        f"events {{}}\nhttp {{ access_log off; client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;\n"
        f"fastcgi_temp_path {folder}/f; uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;\n{conf}\n}}\n"
    )
    program = str(shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin"))
    words = [program, "-p", str(folder), "-c", str(folder / "nginx.conf"), "-e", str(folder / "error.log")]
    tested = subprocess.run([*words, "-t"], capture_output=True, text=True, check=False)
    assert tested.returncode == 0, tested.stderr
    process = subprocess.Popen(words)

    def stop() -> None:
        process.terminate()
        process.wait(WAIT)

    return stop


def run_caddy(base: str, port: int, folder: Path, certificate: Path, key: Path, where: str) -> Callable[[], None]:
    """Run Caddy with our example: another port and certificate, the server's file, and the path if there is one."""
    example, under = (DEPLOY / "Caddyfile").read_text().split("# Under a path", 1)
    if base:
        block = "\n".join(line.removeprefix("#") for line in under.splitlines()[2:])
        example = re.sub(r"\treverse_proxy quadriga:8420\n", lambda _: block.replace("/games", base) + "\n", example)
    example = re.sub(r"reverse_proxy \S+:8420", f"reverse_proxy unix/{where}", example)
    site = f"https://play.example.org:{port} {{\n\tbind 127.0.0.1\n\ttls {certificate} {key}\n"
    options = "{\n\tadmin off\n\tauto_https disable_redirects\n\tdefault_sni play.example.org\n}\n"
    file = folder / f"Caddyfile-{port}"
    file.write_text(options + example.replace("{$HOST} {\n", site))
    words = [str(shutil.which("caddy")), "run", "--adapter", "caddyfile", "--config", str(file)]
    environ = {**os.environ, "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder), "HOME": str(folder)}
    with (folder / "caddy.log").open("w") as log:
        process = subprocess.Popen(words, env=environ, stdout=log, stderr=log)

    def stop() -> None:
        process.terminate()
        assert process.wait(WAIT) == 0, (folder / "caddy.log").read_text()

    return stop


PROXIES = [
    "ours",
    *(["caddy"] if shutil.which("caddy") else []),
    *(["nginx"] if shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin") else []),
]


@pytest.fixture(params=["", "/games"])
def behind(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Any, str]]:
    """A server behind a Unix socket, at the top of its site or under a path."""
    folder = tmp_path_factory.mktemp("behind")
    words = ["--uds", str(folder / "quadriga.sock"), *(["--base-path", request.param] if request.param else [])]
    with running(folder, *words, QUADRIGA_HOSTS="play.example.org", QUADRIGA_HSTS="60") as server:
        yield server, request.param


def test_a_proxy_that_is_set_up_as_shown_serves_page_moves_and_sockets(behind: tuple[Any, str], tmp_path: Path) -> None:
    server, base = behind
    certificate, key = tmp_path / "certificate.pem", tmp_path / "key.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
         "-subj", "/CN=play.example.org", "-keyout", key, "-out", certificate], check=True, capture_output=True,
    )  # fmt: skip
    for kind in PROXIES:
        port, plain = free_port(), free_port()
        conf = CONF.replace("listen 80;", f"listen 127.0.0.1:{plain};").replace(
            "listen 443", f"listen 127.0.0.1:{port}"
        )
        conf = conf.replace("/run/quadriga/quadriga.sock", server.url.removeprefix("unix:"))
        conf = re.sub(r"/etc/letsencrypt/\S+/fullchain.pem", str(certificate), conf)
        conf = re.sub(r"/etc/letsencrypt/\S+/privkey.pem", str(key), conf).replace(
            "location / {", f"location {base}/ {{"
        )
        if kind == "nginx":
            stop = run_nginx(conf, tmp_path)
        elif kind == "caddy":
            stop = run_caddy(base, port, tmp_path, certificate, key, server.url.removeprefix("unix:"))
        else:
            proxy = SmallProxy(conf, port, certificate, key, Path(server.url.removeprefix("unix:")))
            proxy.start()
            stop = proxy.stop
        try:
            through(port, base)
        finally:
            stop()


def through(port: int, base: str) -> None:
    """Do through a proxy what a browser does."""
    trusting = ssl.create_default_context()
    trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
    site = f"https://127.0.0.1:{port}"
    headers = {"host": "play.example.org", "origin": "https://play.example.org"}
    deadline = time.monotonic() + WAIT
    while True:
        try:
            page = httpx.get(f"{site}{base}/", headers=headers, verify=trusting)
            break
        except httpx.TransportError:
            assert time.monotonic() < deadline
            time.sleep(0.05)
    assert page.status_code == 200
    assert page.headers["strict-transport-security"] == "max-age=60"
    with httpx.Client(base_url=site, headers=headers, verify=trusting, timeout=WAIT) as http:
        for part in re.findall(r'(?:href|src)="([^"]*)"', page.text):
            assert http.get(part).status_code == 200, part
        made = http.post(f"{base}/api/tables", json=WISH)
        assert made.status_code == 201, made.text
        assert "Secure" in made.headers["set-cookie"] and f"Path={base or '/'};" in made.headers["set-cookie"]
        id = made.json()["table"]["id"]
        assert http.get(f"{base}/api/invitation").json() == {"base": f"https://play.example.org{base}"}
        assert http.get("/metrics").status_code == 404
        foreign = http.post(f"{base}/api/tables", json=WISH, headers={"origin": "https://evil.example"})
        assert foreign.status_code == 403

    async def look() -> None:
        key = re.search(r"quadriga=([^;]+)", made.headers["set-cookie"])
        assert key is not None
        more = {"Host": "play.example.org", "Cookie": f"quadriga={key[1]}"}
        uri = f"wss://play.example.org{base}/api/tables/{id}/live?since=0"
        origin: Any = "https://play.example.org"
        async with connect(
            uri, ssl=trusting, host="127.0.0.1", port=port, origin=origin, additional_headers={"Cookie": more["Cookie"]}
        ) as live:
            first = json.loads(await live.recv())
            assert first["table"]["id"] == id and first["held"] == [0]
            await live.send(json.dumps({"do": "say", "text": "Salve!", "id": "c-1"}))
            while (heard := json.loads(await live.recv()))["type"] != "entries":
                pass
            assert heard["entries"][0]["text"] == "Salve!"

    asyncio.run(look())
