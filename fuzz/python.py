"""Fuzz a reader in Python: `python fuzz/python.py TARGET [options of libFuzzer] [FOLDER...]`.

Needs atheris (`pip install atheris`). `tests/support/fuzz_properties.py` has the properties.
"""

import shlex
import sys
from pathlib import Path

import atheris

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

with atheris.instrument_imports(include=["rushhour"]):
    from support import fuzz_properties

TARGET = fuzz_properties.TARGETS[sys.argv[1]]

# libFuzzer starts itself again by its first argument, in a shell: to merge folders, for example.
AGAIN = shlex.join([sys.executable, *sys.argv[:2]])
atheris.Setup([AGAIN, *sys.argv[2:]], TARGET)
atheris.Fuzz()
