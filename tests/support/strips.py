"""A planner for PDDL's STRIPS with types and costs, from its definition alone, for tiny tasks.

It reads the two texts and imports nothing of ours. Static facts choose the actions; uniform-cost
search finds the least cost.
"""

import heapq
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

Fact = tuple[str, ...]


@dataclass(frozen=True)
class Action:
    """A ground action: what it needs, adds and deletes, and its cost."""

    words: Fact
    needs: frozenset[Fact]
    adds: frozenset[Fact]
    deletes: frozenset[Fact]
    cost: int


@dataclass(frozen=True)
class Task:
    """A ground task; static facts are in the start and nowhere else."""

    start: frozenset[Fact]
    goal: frozenset[Fact]
    actions: tuple[Action, ...]


def read(text: str) -> list[Any]:
    """The one expression of a text as nested lists of words in small letters."""
    stack: list[list[Any]] = [[]]
    for token in re.findall(r"[()]|[^\s()]+", re.sub(r";[^\n]*", "", text).lower()):
        if token == "(":
            stack.append([])
        elif token == ")":
            done = stack.pop()
            stack[-1].append(done)
        else:
            stack[-1].append(token)
    assert len(stack) == 1, "a bracket is missing"
    (whole,) = stack[0]
    assert isinstance(whole, list)
    return whole


def section(parts: list[Any], name: str) -> list[Any]:
    """What follows the name in its section; empty if there is none."""
    return next((part[1:] for part in parts if part[0] == name), [])


def typed(words: list[str]) -> list[tuple[str, str]]:
    """The names of a typed list with their types."""
    found, waiting, rest = [], [], iter(words)
    for word in rest:
        if word == "-":
            kind = next(rest)
            found += [(name, kind) for name in waiting]
            waiting = []
        else:
            waiting.append(word)
    return found + [(name, "object") for name in waiting]


def conjuncts(formula: list[Any]) -> list[Any]:
    return formula[1:] if formula[0] == "and" else [formula]


def ground(domain_text: str, problem_text: str) -> Task:
    """The task of the two texts; only requirements that this file knows are accepted."""
    _, domain_name, *domain = read(domain_text)
    _, _, *problem = read(problem_text)
    assert section(problem, ":domain") == domain_name[1:]
    assert {*section(domain, ":requirements")} <= {":strips", ":typing", ":action-costs"}
    parents = dict(typed(section(domain, ":types")))
    kinds = dict(typed(section(problem, ":objects")))
    start = frozenset(tuple(fact) for fact in section(problem, ":init") if fact[0] != "=")
    schemas = [part[1:] for part in domain if part[0] == ":action"]
    is_priced = bool(section(problem, ":metric"))
    changing = {
        atom(effect)[0] for schema in schemas for effect in conjuncts(keyword(schema, ":effect"))
    }
    actions = [
        action
        for schema in schemas
        for action in instances(schema, start, changing, kinds, parents, is_priced)
    ]
    (goal,) = section(problem, ":goal")
    return Task(start, frozenset(map(tuple, conjuncts(goal))), tuple(actions))


def keyword(schema: list[Any], name: str) -> list[Any]:
    value = schema[schema.index(name) + 1]
    assert isinstance(value, list)
    return value


def atom(effect: list[Any]) -> list[Any]:
    return effect[1] if effect[0] == "not" else effect


def instances(
    schema: list[Any],
    start: frozenset[Fact],
    changing: set[str],
    kinds: dict[str, str],
    parents: dict[str, str],
    is_priced: bool,
) -> Iterator[Action]:
    """Every instance of a schema whose static needs hold at the start."""
    needs = conjuncts(keyword(schema, ":precondition"))
    effects = conjuncts(keyword(schema, ":effect"))
    types = dict(typed(keyword(schema, ":parameters")))
    static = [need for need in needs if need[0] not in changing]
    bindings: list[dict[str, str]] = [{}]
    for need in static:
        facts = [fact for fact in start if fact[0] == need[0]]
        bindings = [
            more for some in bindings for fact in facts for more in joined(some, need, fact)
        ]
    for binding in bindings:
        assert binding.keys() == types.keys(), "a parameter is in no static precondition"
        if all(is_a(kinds[binding[name]], kind, parents) for name, kind in types.items()):
            yield instance(schema[0], list(types), needs, effects, binding, is_priced)


def joined(binding: dict[str, str], need: list[str], fact: Fact) -> Iterator[dict[str, str]]:
    """The binding with what the fact gives for the need; nothing if they contradict."""
    more = dict(binding)
    if all(
        more.setdefault(name, value) == value
        for name, value in zip(need[1:], fact[1:], strict=True)
    ):
        yield more


def is_a(kind: str, wanted: str, parents: dict[str, str]) -> bool:
    while kind != wanted and kind in parents:
        kind = parents[kind]
    return kind == wanted


def instance(
    name: str,
    parameters: list[str],
    needs: list[Any],
    effects: list[Any],
    binding: dict[str, str],
    is_priced: bool,
) -> Action:
    def fact(formula: list[str]) -> Fact:
        return (formula[0], *(binding[word] for word in formula[1:]))

    costs = [int(effect[2]) for effect in effects if effect[0] == "increase"]
    effects = [effect for effect in effects if effect[0] != "increase"]
    return Action(
        (name, *(binding[parameter] for parameter in parameters)),
        frozenset(map(fact, needs)),
        frozenset(fact(effect) for effect in effects if effect[0] != "not"),
        frozenset(fact(effect[1]) for effect in effects if effect[0] == "not"),
        sum(costs) if is_priced else 1,
    )


def solve(task: Task) -> tuple[int, list[Fact]] | None:
    """The least cost and a plan of it; None if there is no plan."""
    best = {task.start: 0}
    ways: dict[frozenset[Fact], tuple[frozenset[Fact], Fact]] = {}
    heap = [(0, 0, task.start)]
    number = 0
    while heap:
        cost, _, state = heapq.heappop(heap)
        if cost > best[state]:
            continue
        if task.goal <= state:
            return cost, plan_to(state, ways)
        for action in task.actions:
            if action.needs <= state:
                child, total = state - action.deletes | action.adds, cost + action.cost
                if total < best.get(child, total + 1):
                    best[child], ways[child], number = total, (state, action.words), number + 1
                    heapq.heappush(heap, (total, number, child))
    return None


def plan_to(
    state: frozenset[Fact], ways: dict[frozenset[Fact], tuple[frozenset[Fact], Fact]]
) -> list[Fact]:
    plan = []
    while state in ways:
        state, words = ways[state]
        plan.append(words)
    return plan[::-1]


def printed(plan: list[Fact]) -> str:
    """A plan as planners print it."""
    return "".join(f"({' '.join(words)})\n" for words in plan)
