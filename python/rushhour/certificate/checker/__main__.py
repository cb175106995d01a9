"""`python -m checker CERT`: exit code 0 proved, 1 refuted, 2 not a certificate."""

import sys

from . import MalformedError, RefutedError, check

try:
    with open(sys.argv[1], "rb") as file:  # noqa: PTH123
        print("proved:", check(file).claim)
except RefutedError as error:
    sys.exit(f"refuted: {error}")
except (MalformedError, OSError) as error:
    print("malformed:", error, file=sys.stderr)
    sys.exit(2)
