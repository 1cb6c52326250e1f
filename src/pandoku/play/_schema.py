"""The tables of the file of saved games, and their migrations."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from functools import lru_cache

__all__ = ["APPLICATION", "MIGRATIONS", "difference", "migrate"]

APPLICATION = 0x50414E44  # "PAND", which marks a file of pandoku

# Each group of statements leads to the next version. Released groups never change, not even in
# comments: SQLite stores these, and `difference` compares them.
MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        """
        CREATE TABLE games (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            puzzle TEXT NOT NULL,       -- a line of the format json
            title TEXT NOT NULL,
            kind TEXT NOT NULL,
            difficulty TEXT NOT NULL,
            daily TEXT,                 -- the date of a daily puzzle, 2026-11-22
            started TEXT NOT NULL,      -- in UTC, as touched
            touched TEXT NOT NULL,
            state TEXT NOT NULL CHECK (state IN ('playing', 'solved', 'revealed')),
            played_ms INTEGER NOT NULL,
            n_moves INTEGER NOT NULL,
            digits BLOB NOT NULL        -- a byte for every cell
        )
        """,
        "CREATE INDEX games_by_touch ON games (touched)",
        """
        CREATE TABLE moves (
            game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
            number INTEGER NOT NULL,    -- from 0
            at_ms INTEGER NOT NULL,
            move TEXT NOT NULL,
            PRIMARY KEY (game, number)
        ) WITHOUT ROWID
        """,
        "CREATE TABLE preferences (name TEXT PRIMARY KEY, value TEXT NOT NULL)",
        """
        CREATE TABLE dailies (          -- those that were solved; they outlive their games
            date TEXT NOT NULL,
            kind TEXT NOT NULL,
            solved_on TEXT NOT NULL,
            played_ms INTEGER NOT NULL,
            PRIMARY KEY (date, kind)
        )
        """,
        """
        CREATE TABLE drills (
            id INTEGER PRIMARY KEY,
            technique TEXT NOT NULL,
            made TEXT NOT NULL,
            was_right INTEGER NOT NULL,
            spent_ms INTEGER NOT NULL
        )
        """,
    ),
)


def migrate(connection: sqlite3.Connection) -> None:
    """Bring the tables up to date, within a transaction of the caller."""
    # Read the version within the transaction, because another process may have been faster.
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    for statements in MIGRATIONS[version:]:
        for statement in statements:
            connection.execute(statement)
    connection.execute(f"PRAGMA application_id = {APPLICATION}")
    connection.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")


def difference(connection: sqlite3.Connection, version: int) -> str:
    """Return a message if the file lacks a table of its version, else "".

    A single damaged byte may turn a rule of a table into another valid one, which no check of
    SQLite finds. Additions by the user, such as an index, are allowed.
    """
    lacks = _tables_of(MIGRATIONS[:version]) - set(connection.execute(_TABLES).fetchall())
    return "the tables are not those of saved games" if lacks else ""


# As bytes, because damaged ones may not be text.
_TABLES = (
    "SELECT CAST(type AS BLOB), CAST(name AS BLOB), CAST(tbl_name AS BLOB), CAST(sql AS BLOB) "
    "FROM sqlite_master"
)


@lru_cache
def _tables_of(migrations: tuple[tuple[str, ...], ...]) -> frozenset[tuple[object, ...]]:
    with closing(sqlite3.connect(":memory:")) as made:
        for statements in migrations:
            for statement in statements:
                made.execute(statement)
        return frozenset(made.execute(_TABLES).fetchall())
