#!/bin/sh
# Gradescope runs this as run_autograder for each submission.
rushhour grade-code /autograder/submission /autograder/source/boards/*.txt $options \
    --one --gradescope /autograder/results --force
exit 0
