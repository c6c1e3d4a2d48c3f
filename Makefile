# Every check that CI runs, as targets that people can run too. `make check` runs them all.

PYTHON ?= python3
VENV := .venv
TRAIN := .venv-train
PIP_INSTALL := -m pip install --quiet --disable-pip-version-check --constraint constraints.txt

.PHONY: check test lint types contracts test-system test-browser test-training train-env dev-env clean

check: test lint types contracts test-system test-browser test-training

# The README's own command for the tests; keep the two the same.
test:
	$(PYTHON) -m venv $(VENV)
	$(VENV)/bin/python -m pip install --quiet --upgrade "pip>=25.1"
	$(VENV)/bin/python $(PIP_INSTALL) --editable . --group test
	$(VENV)/bin/python -m pytest

dev-env:
	test -x $(VENV)/bin/python || $(PYTHON) -m venv $(VENV)
	$(VENV)/bin/python -m pip install --quiet --upgrade "pip>=25.1"
	$(VENV)/bin/python $(PIP_INSTALL) --editable . --group test --group lint

lint: dev-env
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .

types: dev-env
	$(VENV)/bin/mypy

contracts: dev-env
	$(VENV)/bin/lint-imports

# Needs Debian's SVG renderer, with which `nertz data art` draws vector decks.
SVG_PACKAGES := python3-gi python3-gi-cairo gir1.2-rsvg-2.0

test-system: dev-env
	dpkg -s $(SVG_PACKAGES) >/dev/null 2>&1 || \
	  (apt-get update -qq && apt-get install -y -qq --no-install-recommends $(SVG_PACKAGES))
	$(VENV)/bin/python -m pytest tests/datasets/art/system

# Needs Debian's Chromium, which Playwright drives; it downloads none of its own.
test-browser: dev-env
	dpkg -s chromium >/dev/null 2>&1 || \
	  (apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium)
	$(VENV)/bin/python $(PIP_INSTALL) --group browser
	$(VENV)/bin/python -m pytest tests/e2e

# The training stack has an environment of its own: Ultralytics asks for a second OpenCV distribution,
# so it is installed without its dependencies, which are listed in the extra `train`.
train-env: $(TRAIN)/.ready

$(TRAIN)/.ready: pyproject.toml constraints.txt
	$(PYTHON) -m venv $(TRAIN)
	$(TRAIN)/bin/python -m pip install --quiet --upgrade "pip>=25.1"
	$(TRAIN)/bin/python $(PIP_INSTALL) --editable ".[train,art]" --group test
	$(TRAIN)/bin/python $(PIP_INSTALL) --no-deps ultralytics
	touch $@

# Needs torch: a few training steps, export, and that ONNX and torch find the same cards.
test-training: train-env
	$(TRAIN)/bin/python -m pytest tests/models/training

clean:
	rm -rf $(VENV) $(TRAIN) .mypy_cache .ruff_cache .pytest_cache .hypothesis *.egg-info
