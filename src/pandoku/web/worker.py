"""A worker process of the server: `python -m pandoku.web.worker NICENESS MEMORY`.

It reads messages from standard input and writes results to standard output. Each message is
the length of a pickle (4 bytes, big-endian) and the pickle:

    in    ("call", number, function, arguments)   one at a time
          ("stop", number)                        ends that call if it is still running
    out   (number, is_result, result or exception)

Pickles are safe here, because only the server writes to the process. The process ends when its
standard input is closed. So it also ends if the server is killed.
"""

from __future__ import annotations

import os
import pickle
import queue
import signal
import sys
import threading
from typing import Any, BinaryIO

__all__ = ["FRAME_BYTES", "framed", "work"]

FRAME_BYTES = 4  # number of bytes that give the length of a message


class _Stopped(KeyboardInterrupt):
    """Raised in a call that the server has stopped. Like Ctrl-C, it interrupts the core."""


def framed(message: object) -> bytes:
    """Return the bytes of a message.

    Raises:
        Exception: The message cannot be pickled.
    """
    data = pickle.dumps(message, protocol=pickle.HIGHEST_PROTOCOL)
    return len(data).to_bytes(FRAME_BYTES, "big") + data


class _Worker:
    def __init__(self, source: BinaryIO, sink: BinaryIO) -> None:
        self.source, self.sink = source, sink
        self.calls: queue.SimpleQueue[tuple[Any, ...]] = queue.SimpleQueue()
        # The number of the running call and of the call to stop, or -1.
        self.running = self.unwanted = -1
        self.main = threading.main_thread().ident

    def run(self) -> None:
        """Run calls until the process ends."""
        threading.Thread(target=self.read, daemon=True).start()
        while True:
            number, function, arguments = self.calls.get()
            self.sink.write(self.outcome(number, function, arguments))
            self.sink.flush()

    def read(self) -> None:
        """Read messages. This runs in a separate thread, so that a running call can be stopped."""
        while message := self.message():
            word, number, *call = message
            if word == "call":
                self.calls.put((number, *call))
            else:
                self.unwanted = number
                _interrupt(self.main)
        os._exit(0)  # the server has ended, so nobody needs the running call

    def message(self) -> tuple[Any, ...] | None:
        length = self.source.read(FRAME_BYTES)
        if len(length) < FRAME_BYTES:
            return None
        data = self.source.read(int.from_bytes(length, "big"))
        message: tuple[Any, ...] = pickle.loads(data)
        return message

    def outcome(self, number: int, function: Any, arguments: tuple[Any, ...]) -> bytes:
        """Call a function and return the message with its result or exception."""
        try:
            self.running = number
            try:
                self.stop()  # the server may already have stopped this call
                return framed((number, True, function(*arguments)))
            finally:
                self.running = -1
        except _Stopped:
            return framed((number, False, RuntimeError("stopped")))
        except BaseException as error:
            return _failure(number, error)

    def stop(self, *_: object) -> None:
        """Interrupt the running call if the server has stopped it.

        Any other signal is ignored, because it comes too late or from a terminal.
        """
        if self.running == self.unwanted != -1:
            raise _Stopped


def _interrupt(thread: int | None) -> None:
    if hasattr(signal, "pthread_kill") and thread is not None:
        signal.pthread_kill(thread, signal.SIGINT)  # interrupts the thread if it waits
    else:
        signal.raise_signal(signal.SIGINT)


def _failure(number: int, error: BaseException) -> bytes:
    """Return the message for an exception. If pickling fails, only the exception's text is sent."""
    try:
        data = framed((number, False, error))
        pickle.loads(data[FRAME_BYTES:])
    except Exception:
        return framed((number, False, RuntimeError(f"{type(error).__name__}: {error}")))
    return data


def _bound_memory(limit: int) -> None:
    """Limit the memory of this process to *limit* bytes, if the system supports this."""
    try:
        import resource
    except ImportError:
        return
    # RLIMIT_AS would also count unused memory, because arenas of threads reserve many more
    # addresses than they use.
    _, most = resource.getrlimit(resource.RLIMIT_DATA)
    limit = limit if most == resource.RLIM_INFINITY else min(limit, most)
    resource.setrlimit(resource.RLIMIT_DATA, (limit, most))


def work(arguments: list[str]) -> None:
    """Run calls until standard input ends.

    Args:
        arguments: The niceness, at least 0, and the memory limit in bytes.
    """
    niceness, memory = map(int, arguments)
    if hasattr(os, "nice"):
        os.nice(niceness)
    _bound_memory(memory)
    source, sink = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)  # the output of a library must not mix with the messages
    worker = _Worker(source, sink)
    signal.signal(signal.SIGINT, worker.stop)
    # Ignore these signals, because the server ends a worker by closing its standard input.
    for name in ("SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)
    worker.run()


if __name__ == "__main__":
    work(sys.argv[1:])
