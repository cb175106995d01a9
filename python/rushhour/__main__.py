"""`python -m rushhour FILE [1|2|3|NAME]`."""

from rushhour.cli import main

if __name__ == "__main__":  # not where a worker process imports it
    main()
