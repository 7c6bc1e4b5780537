# Every target makes .venv itself; nothing but Python 3.11 or later (with venv) is needed.
PYTHON ?= python3
BIN := .venv/bin
# A strict editable install links file by file, so it is made again when a folder gains or loses one.
FOLDERS := $(shell find model specs checks counterexamples -type d -not -name __pycache__)
STAMP := .venv/.installed

.PHONY: check test slow lint planted mutants bench findings clean

check: $(STAMP)
	$(BIN)/advocatus check

test: $(STAMP) lint
	$(BIN)/python -m pytest -n auto --dist loadfile -m "not slow"

slow: $(STAMP) lint
	$(BIN)/python -m pytest --cov --cov-report=term:skip-covered --cov-fail-under=95
	$(BIN)/python tests/mutants.py

lint: $(STAMP)
	$(BIN)/ruff check model specs checks counterexamples tests
	$(BIN)/mypy

planted: $(STAMP)
	$(BIN)/python tests/test_planted.py
	$(BIN)/python tests/spoilt.py

mutants: $(STAMP)
	$(BIN)/python tests/mutants.py

bench: $(STAMP)
	$(BIN)/python tests/bench/run.py

$(STAMP): pyproject.toml $(FOLDERS)
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]' --config-settings editable_mode=strict
	touch $(STAMP)

clean:
	rm -rf .venv build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis .coverage
