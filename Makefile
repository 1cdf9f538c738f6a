# Needs Python 3.11 or newer and make; everything else is installed into .venv.
#
#   make run      the server on http://127.0.0.1:8000 (PORT=9000 make run: another port)
#   make play     a game against the server's bots, in the terminal; the server must run
#                 (ARGS="--server http://127.0.0.1:9000": on another port; ARGS=--help: all options)
#   make test     every check and every test
#   make chaos    breaks the server while games are played, for ten minutes, and says what held
#   make crawl    asks the server everything at each step of whole games, for ten minutes, and looks for what leaks
#   make fuzz     ten thousand requests of all sorts, made up from the OpenAPI document
#   make lint     the static checks alone;  make format  puts the code in form
#   make clean    removes what was built; var/, with the database, stays

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip -qq --disable-pip-version-check --no-input

.PHONY: run play test chaos crawl fuzz lint format clean
.DEFAULT_GOAL := run

run: $(VENV)/installed-run
	@$(BIN)/python manage.py migrate --verbosity 0
	@exec $(BIN)/python manage.py serve

play: $(VENV)/installed-run
	@exec $(BIN)/python manage.py play $(ARGS)

test: $(VENV)/installed-dev
	@exec $(BIN)/python -m tests.run $(ARGS)

chaos: $(VENV)/installed-dev
	@exec $(BIN)/python -m tests.chaos $(ARGS)

crawl: $(VENV)/installed-dev
	@exec $(BIN)/python -m tests.api.leaks $(ARGS)

fuzz: $(VENV)/installed-dev
	@exec $(BIN)/python -m tests.fuzz $(ARGS)

lint: $(VENV)/installed-dev
	@exec $(BIN)/python -m tests.run --lint

format: $(VENV)/installed-dev
	@$(BIN)/ruff check --fix --quiet .
	@$(BIN)/ruff format --quiet .

clean:
	@rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	  echo "Python 3.11 or newer is needed, and '$(PYTHON)' is $$($(PYTHON) --version 2>&1 || echo not there)."; \
	  echo "Name another one: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
	  echo "Python's venv module is missing. On Debian and Ubuntu: apt-get install python3-venv"; exit 1; }
	@$(PYTHON) -m venv $(VENV)

# A stamp for each list of requirements: installed again only when the list has changed.
$(VENV)/installed-run: requirements.txt $(BIN)/python
	@echo "Installing what the server needs into $(VENV) ..."
	@$(PIP) install --requirement $<
	@touch $@

$(VENV)/installed-dev: requirements-dev.txt requirements.txt $(BIN)/python
	@echo "Installing what the tests need into $(VENV) ..."
	@$(PIP) install --requirement $<
	@touch $@ $(VENV)/installed-run
