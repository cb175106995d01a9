"""`python -m rushhour FILE [1|2|3|NAME]`."""

from rushhour.cli import main

if __name__ == "__main__":  # not when a worker process imports it
    main()
