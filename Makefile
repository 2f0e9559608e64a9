# Everything is set up in .venv by the first target that needs it: what playing needs, or all of it.
PYTHON ?= python3
BIN := .venv/bin
GAME ?= totem
SAMPLE ?= 60

.PHONY: play terminal test test-slow setup debian lint types warm unit web web-check web-format pictures mutants sweep gpu bench balance strength \
	load peers train docs site lock lock-peers clean

# An environment that no longer runs (Python gone, checkout moved) is removed before anything relies on it.
MENDED := $(shell tools/setup sound)

# The online table in a browser; `make terminal GAME=totem` plays here instead.
play: .venv/play web
	@$(BIN)/bestiary serve --open

terminal: .venv/play
	@$(BIN)/bestiary play $(GAME)

# Children of tests would otherwise translate all sources anew, each of them.
unexport PYTHONDONTWRITEBYTECODE

# Two at a time, each with its lines in one piece where make can do that; one that fails ends it.
BOTH := $(MAKE) --no-print-directory -j2 $(if $(filter output-sync,$(.FEATURES)),-O)

test:
	@$(BOTH) setup web/node_modules/ready debian
	@echo "checking sources, compiling the games and building the page, two at a time ..."
	@$(BOTH) lint warm types web-check
	@$(TESTS)

setup: .venv/ready

.venv/play: requirements-play.txt pyproject.toml
	@echo "setting up .venv for playing (first time only) ..."
	@tools/setup venv requirements-play.txt $(PYTHON)
	@touch $@

.venv/ready: requirements.txt pyproject.toml
	@echo "setting up .venv for everything (first time only) ..."
	@tools/setup venv requirements.txt $(PYTHON)
	@touch .venv/play $@

# A browser and a database server for the tests, from Debian where they are missing.
debian:
	@tools/debian chromium postgresql

lint: setup
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .

types: setup
	@$(BIN)/mypy

# Rules are tested under bounds checks: unchecked compiled code corrupts memory silently.
warm: setup
	@$(BIN)/python -m bestiary.testing.warm

TESTS := $(BIN)/python -m pytest -n 2 --dist loadgroup --max-worker-restart=0

unit: debian warm web
	@$(TESTS)

# What takes minutes or needs the package registries: the wheel in fresh environments and a browser.
test-slow: setup debian web
	@$(BIN)/python -m pytest --slow -m slow -rs

# What docs/balance.md asks, as far as it is not measured yet: BALANCE names questions or players, such as "totem -a net".
balance: setup
	@$(BIN)/bestiary lab balance benchmarks/balance.toml $(BALANCE)

# The rows of benchmarks/strength.toml, as far as they are not measured yet: ROWS names some, such as "totem klaw-more".
strength: setup
	@$(BIN)/python benchmarks/taught.py $(ROWS)

# The long versions of the sweeps that the tests run in small.
sweep: setup
	@$(BIN)/python -m pytest -n 2 --dist loadgroup -m sweep --sweep

mutants: setup
	@$(BIN)/python tools/mutants.py $(GAME) --sample $(SAMPLE) $(if $(SEED),--seed $(SEED))

# The page of the online table, built where something has changed; needs Node and npm.
WEB_SOURCES := $(shell find web/src web/public web/*.* -type f ! -name messages.ts ! -path '*/lib/views/*' 2>/dev/null)

web: web/dist/ready

web/node_modules/ready: web/package-lock.json web/.npmrc
	@tools/setup node
	@echo "installing what the page is built with (first time only) ..."
	@cd web && npm ci --silent --no-progress && touch node_modules/ready

# The page's types are made from the server's messages.
MESSAGES := $(wildcard src/bestiary/server/web/*.py)

web/dist/ready: .venv/play web/node_modules/ready $(WEB_SOURCES) $(MESSAGES)
	@tools/setup node
	@echo "building the page ..."
	@cd web && npm run --silent build -- --logLevel warn && touch dist/ready

web-check: .venv/ready web
	@cd web && npm run --silent check && npm run --silent lint -- --quiet && npm run --silent test -- --reporter=dot

web-format: web/node_modules/ready
	@cd web && npm run --silent format

# Every page at two sizes, light and dark, into build/pictures.
pictures: setup web
	@$(BIN)/python -m tests.web.pictures

# Needs a GPU: make setup && .venv/bin/pip install -e '.[gpu]'
gpu:
	@PYTHONPATH="src:$$PYTHONPATH" $(or $(wildcard $(BIN)/python),$(PYTHON)) benchmarks/gpu.py $(GAME)

bench: setup
	@$(BIN)/bestiary bench

# 500 tables at once on one server: how soon moves are acknowledged.
load: setup
	@$(BIN)/python benchmarks/load.py $(LOAD)

# The peers and PyTorch have environments of their own; nothing of them is needed elsewhere.
peers: build/peers/ready
	@build/peers/bin/python benchmarks/peers.py --write

build/peers/ready: benchmarks/requirements.txt pyproject.toml
	@test -x build/peers/bin/python || $(PYTHON) -m venv build/peers
	@echo "setting up build/peers (first time only) ..."
	@build/peers/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r $<
	@build/peers/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

train: build/train/ready
	@build/train/bin/python examples/train/ppo.py --picture build/learned/learning.svg

build/train/ready: examples/train/requirements.txt pyproject.toml
	@test -x build/train/bin/python || $(PYTHON) -m venv build/train
	@echo "setting up build/train (first time only) ..."
	@build/train/bin/python -m pip install --quiet --disable-pip-version-check -r $<
	@build/train/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

# The documents as a site, with the reference of every public name: `make docs` shows it, `make site` builds it.
docs: build/docs/ready
	@$(PYTHON) tools/site_pages.py
	@NO_MKDOCS_2_WARNING=1 build/docs/bin/mkdocs serve --quiet --open

site: build/docs/ready
	@$(PYTHON) tools/site_pages.py
	@NO_MKDOCS_2_WARNING=1 build/docs/bin/mkdocs build --quiet --strict

build/docs/ready: docs/requirements.txt
	@test -x build/docs/bin/python || $(PYTHON) -m venv build/docs
	@echo "setting up build/docs (first time only) ..."
	@build/docs/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r $<
	@touch $@

lock-peers: setup
	@$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
		--no-header --no-annotate -c requirements.txt --extra envs pyproject.toml benchmarks/peers.in \
		-o benchmarks/requirements.txt

lock: setup
	@$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
		--no-emit-index-url --no-header --no-annotate --extra dev pyproject.toml -o requirements.txt
	@echo hatchling | $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
		--no-emit-index-url --no-header --no-annotate -c requirements.txt --extra server pyproject.toml - \
		-o requirements-play.txt
	@$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
		--no-header --no-annotate docs/requirements.in -o docs/requirements.txt

clean:
	rm -rf .venv build dist web/node_modules web/dist
