"""The programs of a class: run apart from each other, and graded on the same boards.

```text
grader     grade_code: all programs of a folder, some at once, their grades in order
found      which file of a program begins
examine    what a program does with each board, beside ours; the two claims of a heuristic
process    a program that runs: it is asked, or waited for, and ended
keeper     the script that stands between: it limits, keeps apart, and ends what it has started
report     tables, records, Gradescope
```
"""

from rushhour.lab.programs.examine import BoardGrade, BoardTask, CodeGrade, Exercise
from rushhour.lab.programs.grader import CodeGrading, CodeStage, grade_code
from rushhour.lab.programs.report import gradescope

__all__ = [
    "BoardGrade",
    "BoardTask",
    "CodeGrade",
    "CodeGrading",
    "CodeStage",
    "Exercise",
    "grade_code",
    "gradescope",
]
