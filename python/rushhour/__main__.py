"""`python -m rushhour FILE [1|2|3|NAME]`."""

from rushhour.cli import main

main()
