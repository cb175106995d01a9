"""Searches that do not end by themselves, and Ctrl-C for a process at work."""

import _thread
import gc
import signal
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ENDLESS = Path(__file__).parent / "endless.txt"

# Seconds; what goes on without it takes far longer.
SOON = 5


def interrupted(process: subprocess.Popen[str], within: float = SOON) -> str:
    """What a process says on standard error when Ctrl-C ends it, which it must do soon."""
    assert process.poll() is None
    process.send_signal(signal.SIGINT)
    try:
        return process.communicate(timeout=within)[1]
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
            pause = SOON

    thread = threading.Thread(target=press)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
        gc.callbacks.extend(callbacks)
