"""Ctrl-C for a process at work."""

import signal
import subprocess

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
