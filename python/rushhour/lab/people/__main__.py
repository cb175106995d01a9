"""Print the report of the study: `python -m rushhour.lab.people FOLDER`."""

from __future__ import annotations

import argparse
import sys

from rushhour.lab.people.report import report
from rushhour.model.errors import RushHourError
from rushhour.text.display import shown

EPILOG = """examples:
  python -m rushhour.lab.people RushHour
  python -m rushhour.lab.people RushHour/exp_data > report.txt
"""


def main() -> int:
    """Print the report line by line; 2 if a file cannot be read."""
    parser = argparse.ArgumentParser(
        prog="python -m rushhour.lab.people",
        description="How well measures predict people: correlations and regressions.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "folder",
        metavar="FOLDER",
        help="a clone of sherrybao222/RushHour, or trials.csv, moves.csv and boards/ID.json",
    )
    try:
        for line in report(parser.parse_args().folder):
            print(line)
    except (OSError, RushHourError) as error:
        print(f"error: {shown(str(error))}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
