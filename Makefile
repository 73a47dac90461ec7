# Two commands: `make run` and `make test`. Both install what they need into .venv, once.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
# Nothing is compiled: of thousands of files a server or a test loads a few hundred, and compiles those itself.
INSTALL := $(PIP) install --no-compile --no-deps
# A console's own settings must not decide what a test or a check sees.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: help run test test-all attacks docs outside client check format screens bench conformance lock sbom clean

help:  ## what each command does
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

run: $(VENV)/.run  ## start the server on http://127.0.0.1:8377
	@$(BIN)/recollect serve

test: $(VENV)/.dev  ## run the tests
	@$(BIN)/python -m pytest -m "not slow" --processes auto

test-all: $(VENV)/.dev  ## run the tests, the long versions too, and measure coverage
	@RECOLLECT_TEST_ALL=1 $(BIN)/python -m pytest -n auto --dist loadfile --no-loadscope-reorder --cov --cov-report=term:skip-covered

attacks: $(VENV)/.dev  ## run the attacks and faults alone: all, or KILLS=100 FUZZED=5000
	@RECOLLECT_TEST_ALL=1 $(BIN)/python -m pytest -m attack --processes auto \
		$(if $(KILLS),--kills $(KILLS)) $(if $(FUZZED),--fuzzed $(FUZZED))

docs: $(VENV)/.run  ## build the documentation into site/, as the server shows it at /help
	@$(BIN)/python -m recollect.help site

outside:  ## run the suites of other projects: all, or SUITE=name (installs them)
	@$(PYTHON) tests/outside/run.py $(SUITE)

client: $(VENV)/.run  ## generate the types of the TypeScript client, build it and run its tests (needs Node 18)
	@cd clients/typescript && npm install --silent --no-audit --no-fund && export PYTHON=$(CURDIR)/$(BIN)/python && \
		npm run --silent types && npm test --silent

check: $(VENV)/.dev  ## lint, format, types, import directions, sizes, JavaScript, spelling
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/python tools/check_code.py
	@$(BIN)/oxlint --quiet --deny-warnings src/recollect/dashboard/static src/recollect/help/static --ignore-pattern '**/vendor/**'
	@$(BIN)/codespell docs README.md CHANGELOG.md CONTRIBUTING.md training/README.md clients/typescript/README.md
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-cache

format: $(VENV)/.dev  ## put every file into the common form
	@$(BIN)/ruff check --fix-only --quiet .
	@$(BIN)/ruff format --quiet .

screens: $(VENV)/.dev  ## take pictures of the page into screens/
	@$(BIN)/python -m pytest tests/browser/screens.py

bench: $(VENV)/.run  ## measure, as ratios within one run
	@$(BIN)/python -m benchmarks

conformance:  ## run MCP's own test suite against a server started with make run, without keys (needs Node 22)
	@npx --yes @modelcontextprotocol/conformance@0.1.16 server --url http://127.0.0.1:8377/mcp \
		--expected-failures tests/mcp/conformance.yml

lock: $(VENV)/.dev  ## choose newer versions of what we depend on
	@$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --upgrade \
		pyproject.toml --group build -o requirements/run.lock
	@$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --upgrade \
		pyproject.toml --group build --group dev -o requirements/dev.lock
	@echo pip | $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header \
		--no-annotate --upgrade - -o requirements/pip.lock
# What the image has besides; the versions of run.lock where both name a package.
	@sed -n 's/^postgres = \["\(.*\)"\]$$/\1/p' pyproject.toml | $(BIN)/uv pip compile --quiet --universal --python-version 3.11 \
		--generate-hashes --no-header --no-annotate --upgrade --constraint requirements/run.lock - -o requirements/postgres.lock

sbom:  ## write the bill of materials, sbom.json (CycloneDX): packages, vendored JavaScript, models
	@$(PYTHON) tools/sbom.py sbom.json

clean:  ## remove what the commands made
	@rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis .outside site \
		$(addprefix clients/typescript/,node_modules dist build)

$(VENV)/.venv:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
		echo "Recollect needs Python 3.11 or newer as '$(PYTHON)'. Another one: make run PYTHON=python3.12" >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { \
		echo "Python cannot make a virtual environment. On Debian and Ubuntu: apt install python3-venv" >&2; exit 1; }
# A Python brings the pip of its day, which can take twice as long to choose among all that an index has.
# Where no newer one can be had, it does the work all the same.
	@$(INSTALL) --require-hashes -r requirements/pip.lock 2>/dev/null || \
		echo "No newer pip could be had: the one that Python brings does the work."
	@touch $@

$(VENV)/.run: $(VENV)/.venv requirements/run.lock pyproject.toml
	@echo "Installing Recollect into $(VENV) (once, about a minute) ..."
	@$(INSTALL) --require-hashes -r requirements/run.lock
	@$(INSTALL) --no-build-isolation --editable .
	@touch $@

$(VENV)/.dev: $(VENV)/.run requirements/dev.lock
	@echo "Installing the tools for tests and checks ..."
	@$(INSTALL) --require-hashes -r requirements/dev.lock
	@touch $@
