"""`python -m pandoku`, and the command `pandoku`: the command line."""

import signal


def main() -> None:
    """Run the command line and exit."""
    # Ctrl-C while the program is being loaded ends it without a traceback.
    handler = signal.getsignal(signal.SIGINT)
    if handler is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from pandoku.cli import main as run

    signal.signal(signal.SIGINT, handler)
    run()


if __name__ == "__main__":
    main()
