"""Connections: each is closed when its client takes too long, and none can block others."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from functools import cache
from typing import Any, ClassVar, cast

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from rushhour.web import problems

# Seconds for a client to read its answer before the connection is closed. In that time a loopback
# interface can deliver some 60 MB of unwanted input, which is discarded.
LINGER = 2.0

# The most connections at once, if file descriptors allow.
_MOST = 1024


@cache
def capacity() -> int:
    """How many connections may be open at once: at most half of the process's file descriptors."""
    return max(1, min(_MOST, _descriptors() // 2))


def batch() -> int:
    """How many connections are accepted in one turn of the event loop.

    Closing a connection to make room takes some four turns. So with `capacity` connections and the
    files of the process itself, a sixteenth of the descriptors in one turn never exhausts them.
    """
    return max(1, min(_MOST, _descriptors()) // 16)


def _descriptors() -> int:
    try:
        import resource
    except ImportError:
        return 512  # Windows: as many sockets as select() takes
    limit, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return 2 * _MOST if limit == resource.RLIM_INFINITY else limit


class _Deadline:
    """An action that runs after some seconds, unless it is cancelled."""

    def __init__(
        self, loop: asyncio.AbstractEventLoop, seconds: float, do: Callable[[], None]
    ) -> None:
        self._loop, self._seconds, self._do = loop, seconds, do
        self._timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Start the timer, unless it runs already."""
        self._timer = self._timer or self._loop.call_later(self._seconds, self._do)

    def cancel(self) -> None:
        """Cancel the timer."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None


class _LingeringTransport:
    """A transport that closes in bounded time, but leaves its client time to read the answer.

    Closing a socket with unread input resets the connection, and the client loses what it has not
    read yet. So while `is_sending` only the writing side is closed, and input is discarded.
    """

    def __init__(self, transport: asyncio.Transport, is_sending: Callable[[], bool]) -> None:
        self._transport, self._is_sending = transport, is_sending
        self._is_closing = False
        self._end = _Deadline(asyncio.get_running_loop(), LINGER, transport.abort)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def is_closing(self) -> bool:
        """Whether it is closed, or lingers."""
        return self._is_closing or self._transport.is_closing()

    def close(self) -> None:
        """Close the connection, at the latest after the lingering time."""
        if self._is_closing:
            return
        self._is_closing = True
        self._end.start()
        if self._is_sending() and not self._transport.is_closing():
            self._linger()
        else:
            self._transport.close()

    def _linger(self) -> None:
        try:
            self._transport.write_eof()
            self._transport.resume_reading()
        except OSError:  # the client has gone
            self._transport.abort()

    def release(self) -> None:
        """Cancel the deadline of a lost connection."""
        self._end.cancel()


class Connection(H11Protocol):
    """A connection with a deadline for everything that it expects from its client.

    The limit for an idle connection also holds for the head of a request, and for a pause in
    reading answers.
    """

    # All connections of the process, which share its file descriptors; oldest first.
    _open: ClassVar[dict[Connection, None]] = {}

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start its deadlines, and make room for it."""
        self._lingering = _LingeringTransport(transport, self._is_sending)
        super().connection_made(cast(asyncio.Transport, self._lingering))
        # asyncio skips this for a listener with protocol 0, which costs 40 ms for each answer.
        transport.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._head = _Deadline(self.loop, self.timeout_keep_alive, self.transport.close)
        self._stall = _Deadline(self.loop, self.timeout_keep_alive, transport.abort)
        self._head.start()
        self._open[self] = None
        self._make_room()

    def data_received(self, data: bytes) -> None:
        """Read a request, or discard it if the connection is closing."""
        if self.transport.is_closing():
            return
        super().data_received(data)
        if self.conn.their_state is h11.IDLE:
            self._head.start()
        else:
            self._head.cancel()

    def eof_received(self) -> None:
        """Close: a client that stops sending has gone."""
        self.transport.close()

    def on_response_complete(self) -> None:
        """Close if the body was not read to its end."""
        if self._is_sending():
            self.transport.close()
        super().on_response_complete()

    def pause_writing(self) -> None:
        """Start the time limit for reading answers."""
        super().pause_writing()
        self._stall.start()

    def resume_writing(self) -> None:
        """Stop the time limit for reading answers."""
        self._stall.cancel()
        super().resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        """Cancel all deadlines."""
        self._head.cancel()
        self._stall.cancel()
        self._lingering.release()
        self._open.pop(self, None)
        super().connection_lost(exc)

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002
        """Refuse invalid HTTP with a problem in JSON, unless an answer has begun."""
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            refusal = problems.response(
                400, "expected a request in HTTP/1.1", {"Connection": "close"}
            )
            head = h11.Response(status_code=400, headers=refusal.raw_headers, reason=b"Bad Request")
            for event in (head, h11.Data(data=bytes(refusal.body)), h11.EndOfMessage()):
                self.transport.write(self.conn.send(event) or b"")
        if self.cycle is not None:
            # An answer of the application could no longer be sent.
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        self.transport.close()

    def _is_sending(self) -> bool:
        """Whether the client may be in the middle of a request, or sends invalid HTTP."""
        return self.conn.their_state in (h11.SEND_BODY, h11.ERROR)

    def _waits_for_client(self) -> bool:
        """Whether the connection waits for its client, so that no search runs for it."""
        is_due = self.conn.their_state in (h11.IDLE, h11.SEND_BODY)
        return is_due or self.flow.write_paused or self.transport.is_closing()

    def _make_room(self) -> None:
        """Close the connection that has waited longest for its client; it may be this one."""
        if len(self._open) > capacity():
            oldest = next(each for each in self._open if each._waits_for_client())
            del self._open[oldest]
            oldest.transport.abort()
