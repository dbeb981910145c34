# Everything is installed into a virtual environment in the checkout; HOME is not needed. `make help` lists the targets.

VENV ?= .venv
BIN := $(VENV)/bin
PIP_INSTALL := $(BIN)/python -m pip install --quiet
COMPILE := CUSTOM_COMPILE_COMMAND='make lock' $(BIN)/pip-compile --quiet --strip-extras --generate-hashes --allow-unsafe --all-build-deps \
	--no-emit-index-url --no-emit-find-links --no-emit-trusted-host --no-emit-options

VERSION = $(shell sed -n 's/^version = "\(.*\)"/\1/p' pyproject.toml)

export PIP_DISABLE_PIP_VERSION_CHECK := 1
# The tests start many processes, which would each compile the app again.
unexport PYTHONDONTWRITEBYTECODE
export PIP_ROOT_USER_ACTION := ignore

.DEFAULT_GOAL := help
.PHONY: help release run demo test test-fast test-long test-postgresql tools check check-rules fuzz ci mutants engines bench manual pictures fmt lock wheel clean

help: ## List the targets
	@sed -n 's/^\([a-z-]*\):[^#]*## /  make \1|/p' Makefile | awk -F'|' '{ printf "%-24s %s\n", $$1, $$2 }'

run: $(VENV)/.runtime ## Set up and serve Upcard; options in ARGS, such as ARGS="--port 8080"
	@exec $(BIN)/upcard serve $(ARGS)

demo: $(VENV)/.runtime ## Serve a made-up year from a temporary folder; options in ARGS, such as ARGS="--nights 10"
	@$(BIN)/python -m tests.demo $(ARGS)

# Browsers and servers work while a test waits for them, or for time to pass: two workers for each core keep it busy.
test: tools $(VENV)/.collected ## Run all tests, including those in a browser; options in ARGS, such as ARGS="-k wild"
	@$(BIN)/python -m pytest --numprocesses $$($(BIN)/python -c "import os; print(2 * os.cpu_count())") --dist worksteal $(ARGS)

test-long: tools ## Test rare cases: all combinations, many seeds, every fault, and all nights in PostgreSQL; options in ARGS
	@$(BIN)/python -m pytest --numprocesses auto --dist worksteal --long -m long $(ARGS)
	@$(BIN)/python -m pytest --numprocesses auto --dist worksteal --postgresql --long tests/night tests/web $(ARGS)

test-fast: $(VENV)/.dev ## Run the fast tests, without a browser; options in ARGS
	@$(BIN)/python -m pytest --numprocesses auto --dist worksteal --ignore tests/browser -m "not slow" $(ARGS)

tools: $(VENV)/.dev ## Get a browser and PostgreSQL for the tests, if they are missing
	@$(BIN)/python -m tests.provide

test-postgresql: tools ## Run the tests of nights and pages on a PostgreSQL server; options in ARGS
	@$(BIN)/python -m pytest --numprocesses auto --dist worksteal --postgresql tests/night tests/web $(ARGS)

check: $(VENV)/.dev ## Check format, lint, types and import contracts
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	$(BIN)/python -m tests.lint.card_arithmetic

check-rules: $(VENV)/.dev ## Check the rules independently; ARGS="--seed 7 --minutes 120", by default one seed
	@$(BIN)/python -m tests.checks $(ARGS)

fuzz: $(VENV)/.dev ## Send odd and broken things to every part of the app; ARGS="--seed 7 --minutes 120", by default one seed
	@$(BIN)/python -m tests.fuzz $(ARGS)

ci: check test ## All that CI runs: check, then test

# mutmut finds the type checker on the PATH. The target fails if a mutant survives unexplained in tests/survivors/.
mutants: $(VENV)/.mutants ## Make small changes to the rules and list those that no test notices; names such as 'app.hand.*' in ARGS
	@PATH="$(abspath $(BIN)):$$PATH" nice $(BIN)/mutmut run $(ARGS)
	@$(BIN)/python -m tests.survivors

engines: $(VENV)/.dev ## Play an evening in Chromium, WebKit and Firefox, and take pictures into engines/; names in ARGS
	@$(BIN)/python -m tests.engines $(ARGS)

bench: $(VENV)/.dev ## Run benchmarks; names in ARGS, by default all
	@$(BIN)/python -m tests.bench $(ARGS)

manual: $(VENV)/.dev ## Print the pages of docs/ that are generated from the code
	@$(BIN)/python -m tests.manual

pictures: $(VENV)/.dev ## Take the pictures of the README and docs/ again, from the running app
	@$(BIN)/python -m tests.pictures

fmt: $(VENV)/.dev ## Format the code and fix what the linter can fix
	$(BIN)/ruff check --fix-only .
	$(BIN)/ruff format .

# pip-compile does not support dependency groups: in its copy of pyproject.toml they are extras.
lock: $(VENV)/.dev ## Pin the dependencies; ARGS=--upgrade takes newer versions
	mkdir -p $(VENV)/lock && cp README.md LICENSE $(VENV)/lock
	sed '/^\[dependency-groups\]$$/d' pyproject.toml > $(VENV)/lock/pyproject.toml
	$(COMPILE) $(ARGS) --extra venv --output-file requirements.lock $(VENV)/lock/pyproject.toml
	$(COMPILE) $(ARGS) --extra dev --extra test --extra bench --constraint requirements.lock \
		--output-file requirements-dev.lock $(VENV)/lock/pyproject.toml
	$(COMPILE) $(ARGS) --extra server --constraint requirements-dev.lock \
		--output-file requirements-server.lock $(VENV)/lock/pyproject.toml
	$(COMPILE) $(ARGS) --extra test --extra mutants --constraint requirements-dev.lock \
		--output-file requirements-mutants.lock $(VENV)/lock/pyproject.toml

wheel: $(VENV)/.dev ## Build the wheel and the source distribution into dist/
	$(BIN)/python -m build --no-isolation

release: $(VENV)/.dev ## Check, test and build this version, twice to compare the wheels, and tag it
	@test -z "$$(git status --porcelain)" || { echo "Commit first: a release is what is committed." >&2; exit 1; }
	@grep -q '^## \[$(VERSION)\]' CHANGELOG.md || { echo "CHANGELOG.md has no [$(VERSION)]." >&2; exit 1; }
	@! git rev-parse --quiet --verify refs/tags/v$(VERSION) >/dev/null || { echo "v$(VERSION) is tagged already." >&2; exit 1; }
	$(MAKE) check test
	rm -rf dist
	$(BIN)/python -m build --no-isolation
	$(BIN)/python -m build --no-isolation --wheel --outdir dist/again
	cmp dist/*.whl dist/again/*.whl
	rm -r dist/again
	git tag --annotate v$(VERSION) --message "Upcard $(VERSION)"

clean: ## Remove the virtual environment and all caches; the nights in instance/ stay
	rm -rf $(VENV) dist mutants .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# A stamp file records an installation; it is renewed when its lock file or pyproject.toml is newer.
$(VENV)/.runtime: requirements.lock pyproject.toml | $(BIN)/python
	@echo "Installing Upcard into $(VENV) ..."
	@$(PIP_INSTALL) --require-hashes -r requirements.lock
	@PYTHONWARNINGS=ignore $(PIP_INSTALL) --no-deps --no-build-isolation -e .
	@touch $@

$(VENV)/.dev: requirements-dev.lock $(VENV)/.runtime
	@echo "Installing what the tests need into $(VENV) ..."
	@$(PIP_INSTALL) --require-hashes -r requirements-dev.lock
	@touch $@

# Pytest rewrites assertions when it first reads a test; doing that here saves each worker from doing it.
$(VENV)/.collected: $(wildcard tests/*.py tests/*/*.py tests/*/*/*.py) $(VENV)/.dev
	@for part in '[a-m]*' '[n-z]*'; do $(BIN)/python -m pytest --collect-only tests/$$part >/dev/null 2>&1 & done; wait
	@touch $@

$(VENV)/.mutants: requirements-mutants.lock $(VENV)/.dev
	@echo "Installing the mutation tester into $(VENV) ..."
	@$(PIP_INSTALL) --require-hashes -r requirements-mutants.lock
	@touch $@

# Each name is tried by running it: a name on the PATH may launch a Python that is missing.
$(BIN)/python:
	@found=; \
	for name in $(PYTHON) python3.11 python3.12 python3.13 python3.14 python3 python; do \
		"$$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 || continue; \
		found=$$name; \
		"$$name" -c 'import ensurepip, venv' >/dev/null 2>&1 && break; \
	done; \
	if [ -z "$$found" ]; then \
		echo "Upcard needs Python 3.11 or newer, and none was found. Install it, or name it: make PYTHON=/path/to/python3" >&2; \
		exit 1; \
	fi; \
	if ! "$$found" -c 'import ensurepip, venv' >/dev/null 2>&1; then \
		echo "$$found cannot make virtual environments. On Debian or Ubuntu: sudo apt install python3-venv" >&2; \
		exit 1; \
	fi; \
	"$$found" -m venv --clear $(VENV) || { rm -rf $(VENV); exit 1; }
