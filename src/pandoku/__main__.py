"""`python -m pandoku`, and the command `pandoku`: the command line."""

import _signal  # type: ignore[import-not-found]  # the module signal loads others first


def main() -> None:
    """Run the command line and exit."""
    # Ctrl-C while the program is being loaded ends it without a traceback.
    handler = _signal.getsignal(_signal.SIGINT)
    if handler is _signal.default_int_handler:
        _signal.signal(_signal.SIGINT, _signal.SIG_DFL)
    from pandoku.cli import main as run

    _signal.signal(_signal.SIGINT, handler)
    run()


if __name__ == "__main__":
    main()
