"""Print the report of the study: `python -m rushhour.lab.people FOLDER`."""

import sys

from rushhour.lab.people.report import report

if __name__ == "__main__":
    print("\n".join(report(sys.argv[1])))
