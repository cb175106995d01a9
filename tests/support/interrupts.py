"""Searches that do not end by themselves, and Ctrl-C for a process at work."""

import _thread
import gc
import signal
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil

ENDLESS = Path(__file__).with_name("endless.txt")

# Seconds of the clock on a busy machine; a search that misses Ctrl-C takes far longer.
SOON = 30
# Seconds of the processor after which a command has begun to search.
BEGUN = 1.5


def wait_for_work(process: subprocess.Popen[str]) -> None:
    """Wait until a process has worked longer than it takes to start, however busy others are."""
    times = psutil.Process(process.pid)
    while sum(times.cpu_times()[:2]) < BEGUN:
        assert process.poll() is None
        time.sleep(0.02)


def interrupted(process: subprocess.Popen[str]) -> str:
    """What a process says on standard error when Ctrl-C ends it, which it must do soon."""
    assert process.poll() is None
    process.send_signal(signal.SIGINT)
    try:
        return process.communicate(timeout=SOON)[1]
    except subprocess.TimeoutExpired:
        process.kill()
        raise


@contextmanager
def ctrl_c(after: float) -> Iterator[None]:
    """Ctrl-C for this process after so many seconds; again, if it is lost.

    Python swallows it in what the garbage collector calls, and warns of that; so it calls nothing
    meanwhile, not even what Hypothesis has it call.
    """
    over = threading.Event()
    callbacks = gc.callbacks.copy()
    gc.callbacks.clear()

    def press() -> None:
        pause = after
        while not over.wait(pause):
            _thread.interrupt_main()
            pause = 5

    thread = threading.Thread(target=press)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
        gc.callbacks.extend(callbacks)
