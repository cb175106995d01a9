# The habits of this project; `just` lists them.

_default:
    @just --list --unsorted

# an environment for development, with the package built in place
dev:
    test -d .venv || python3 -m venv .venv
    .venv/bin/pip install -q -e '.[dev]'

# every test; arguments go to pytest
test *args: dev
    cargo test -q
    .venv/bin/python -m pytest {{args}}

# format, lint and type-check
lint: dev
    cargo fmt
    cargo clippy -q --all-targets -- -D warnings
    cargo clippy -q --all-targets --features python -- -D warnings
    .venv/bin/ruff format
    .venv/bin/ruff check
    .venv/bin/deno fmt
    .venv/bin/deno lint
    .venv/bin/mypy --strict
    .venv/bin/python -m mypy.stubtest rushhour._core

# times and counts over the classic puzzles
bench:
    test -d .venv || python3 -m venv .venv
    .venv/bin/pip install -q .
    .venv/bin/python benches/classics.py

# everything that must hold, as in a clean clone
ci:
    .ci/run
