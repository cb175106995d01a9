"""Solve the boards in the column `board` of a table, some thousands at a time.

    python examples/solve_many.py BOARDS.parquet ANSWERS.parquet

`rushhour batch` does the same, and can be resumed.
"""

import sys

from pyarrow import dataset, parquet

import rushhour

if len(sys.argv) != 3:
    sys.exit(__doc__)
source, target = sys.argv[1:]
first = 0
boards = dataset.dataset(source, format=source.rpartition(".")[2])
with parquet.ParquetWriter(target, rushhour.solve_batch([]).schema, compression="zstd") as answers:
    for batch in boards.to_batches(columns=["board"], batch_size=50_000):
        table = rushhour.solve_batch(batch["board"])
        answers.write_table(table)
        for row, error in enumerate(table["error"].to_pylist(), first):
            if error is not None:  # relative to its slice: "row 17: ..."
                print(f"row {row}: {error.partition(': ')[2]}", file=sys.stderr)
        first += len(table)
