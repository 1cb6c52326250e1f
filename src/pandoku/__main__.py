"""`python -m pandoku`: the command line."""

from pandoku.cli import main

if __name__ == "__main__":
    main()
