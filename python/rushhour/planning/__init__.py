"""Puzzles as tasks for planners: the texts of a PDDL domain and problem, and the plans they give.

STRIPS with types. `names` and `lanes` say what vehicles and cells are called and where vehicles can
stand, `domain` and `problem` write the two texts, `plan` reads what a planner prints.
"""

from rushhour.planning.task import PlanningTask, to_pddl

__all__ = ["PlanningTask", "to_pddl"]
