"""A service whose first requests come at once, each in a thread."""

import json
import subprocess
import sys
from textwrap import dedent

# Children of one process share what it imported, so each begins without a request in little time.
CHILDREN = """
    import json, os, sys
    from threading import Barrier, Thread
    from rushhour.web.searches import Bounds, ServiceLimits
    from rushhour.web.operations import operations

    bounds = Bounds(ServiceLimits(), lambda *seen: None)
    body = json.dumps({"puzzle": "..B.../AAB.../....../......"}).encode()
    asked = [each for each in operations() if each.name in ("solve", "hint")]

    def answer_at_once():
        sys.setswitchinterval(1e-6)
        start, answers = Barrier(6), []

        def answer(number):
            start.wait()
            answers.append(asked[number % 2].answer_to(body, bounds))

        threads = [Thread(target=answer, args=[number]) for number in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        os._exit(0 if len(answers) == 6 else 1)

    ended = []
    for _ in range(30):
        child = os.fork()
        if not child:
            answer_at_once()
        ended.append(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
    print(json.dumps(ended))
"""


def test_the_first_requests_may_come_at_once() -> None:
    command = [sys.executable, "-c", dedent(CHILDREN)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == [0] * 30, done.stderr
