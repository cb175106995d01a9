"""Print the reports of the study: `python -m research.people FOLDER`."""

from __future__ import annotations

import argparse
import sys

from research.people.plays import CHOICES
from research.people.report import report, report_moves, report_test
from rushhour.base.text import shown
from rushhour.errors import RushHourError

EPILOG = """examples:
  python -m research.people RushHour --boards fitted
  python -m research.people RushHour --boards fitted --test RushHour
  python -m research.people RushHour/exp_data --moves > moves.txt
"""


def main() -> int:
    """Print the report line by line; 2 if a file cannot be read."""
    parser = argparse.ArgumentParser(
        prog="python -m research.people",
        description="How well measures predict people: correlations and regressions.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "folder",
        metavar="FOLDER",
        help="a clone of sherrybao222/RushHour, or trials.csv, moves.csv and boards/ID.json",
    )
    reports = parser.add_mutually_exclusive_group()
    reports.add_argument(
        "--test",
        metavar="OTHER",
        help="fit to FOLDER, and predict the other boards of this folder",
    )
    reports.add_argument(
        "--moves",
        action="store_true",
        help="how likely each slide that people chose is to the walker of walk, and to others",
    )
    parser.add_argument(
        "--boards",
        choices=CHOICES,
        default="all",
        help="only the 50 boards to which the rating was fitted, or only the others",
    )
    arguments = parser.parse_args()
    folder, boards = arguments.folder, arguments.boards
    try:
        if arguments.test is not None:
            lines = report_test(folder, boards, arguments.test)
        else:
            lines = (report_moves if arguments.moves else report)(folder, boards)
        for line in lines:
            print(line)
    except (OSError, RushHourError) as error:
        print(f"error: {shown(str(error))}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
