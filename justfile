# The habits of this project; `just` lists them.

_default:
    @just --list --unsorted

# an environment for development, with the package built in place
dev:
    test -d .venv || python3 -m venv .venv
    .venv/bin/pip install -q -e '.[dev]'

# the tests of a minute: Rust, and the Python that needs no build of the package
quick:
    cargo test -q --lib --tests
    .venv/bin/python -m pytest -q -o filterwarnings=error tests/test_reference.py tests/test_mutants.py

# every test but the slow ones, Rust and Python; arguments go to pytest: `just test -m ''` adds those
test *args: dev
    cargo test -q
    .venv/bin/python -m pytest -n auto {{args}}

# faults in the core, one by one, and the tests that notice them: an hour or more
mutants *parts: dev
    .venv/bin/python tests/mutants.py {{parts}}

# format, lint and type-check
lint: dev
    cargo fmt
    cargo clippy -q --all-targets -- -D warnings
    cargo clippy -q --all-targets --features python -- -D warnings
    .venv/bin/ruff format
    .venv/bin/ruff check
    .venv/bin/deno fmt
    .venv/bin/deno lint
    .venv/bin/zizmor --offline --quiet .github/workflows
    .venv/bin/mypy --strict
    .venv/bin/python -m mypy.stubtest rushhour._core

# build the site in docs/ and open it
docs: dev
    .venv/bin/python -m sphinx -q -W --keep-going docs docs/_build/html
    .venv/bin/python -m webbrowser docs/_build/html/index.html

# the page without a server, in target/page
page: dev
    rustup target add wasm32-unknown-unknown
    .venv/bin/python page/build.py

# times and counts over the classic puzzles
bench:
    test -d .venv || python3 -m venv .venv
    .venv/bin/pip install -q .
    .venv/bin/python benches/classics.py

# random boards against the reference for so many minutes; arguments go to tests/soak.py
soak minutes="10" *args: dev
    .venv/bin/python tests/soak.py {{minutes}} {{args}}

# a target of tests/fuzz/ with what a fuzzer makes up; options go to libFuzzer, `-max_total_time=60`
fuzz target *options: dev
    fuzz/run {{target}} {{options}}

# Miri, AddressSanitizer, valgrind and processors of other kinds, as far as they are installed
soundness: dev
    tests/soundness

# instructions of many rounds of a benchmark, for machines too busy to time on
instructions name="solve" boards="classic" rounds="100":
    cargo bench -q --no-run
    valgrind --tool=callgrind --callgrind-out-file=/dev/null \
        "$(ls -t target/release/deps/solve-* | grep -v '\.d$' | head -1)" \
        --bench --sample-count 1 --sample-size {{rounds}} '::{{name}}::{{boards}}'

# everything that must hold, as in a clean clone
ci:
    .ci/run
