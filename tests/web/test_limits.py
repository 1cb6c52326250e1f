"""Whose turn it is, and how many may come."""

import pytest

from pandoku.web.limits import Bounds, Seats, Turns, client_key

MANY = 100


def taken(turns: Turns[str]) -> list[str]:
    """Take what may be taken, without giving anything back."""
    found = []
    while (item := turns.take()) is not None:
        assert item[0] == item[1][0]
        found.append(item[1])
    return found


def test_clients_take_turns_however_much_one_of_them_wants() -> None:
    turns: Turns[str] = Turns(MANY)
    for item in ("a1", "a2", "a3", "a4", "b1", "c1", "b2"):
        turns.add(item[0], item)
    assert taken(turns) == ["a1", "b1", "c1", "a2", "b2", "a3", "a4"]


def test_what_goes_away_loses_its_turn() -> None:
    turns: Turns[str] = Turns(MANY)
    for item in ("a1", "a2", "b1"):
        turns.add(item[0], item)
    turns.drop("b", "b1")
    turns.drop("a", "a1")
    turns.drop("a", "nothing")
    turns.drop("z", "nobody")
    assert taken(turns) == ["a2"]


def test_nobody_has_a_turn_if_nobody_waits() -> None:
    assert Turns[str](MANY).take() is None


def test_a_client_that_has_its_share_waits_and_the_others_go_on() -> None:
    turns: Turns[str] = Turns(2)
    for item in ("a1", "a2", "a3", "a4", "b1"):
        turns.add(item[0], item)
    assert taken(turns) == ["a1", "b1", "a2"]
    turns.give_back("a")
    assert taken(turns) == ["a3"]
    turns.give_back("b")
    assert taken(turns) == []
    turns.give_back("a")
    assert taken(turns) == ["a4"]
    assert len(turns) == 0


def test_all_that_wait_can_be_sent_away_at_once() -> None:
    turns: Turns[str] = Turns(1)
    for item in ("a1", "a2", "b1"):
        turns.add(item[0], item)
    assert turns.clear() == ["a1", "a2", "b1"]
    assert len(turns) == 0


def test_seats_are_bounded_for_a_client_and_in_all() -> None:
    seats = Seats(Bounds("x", calls=3, calls_of_client=2, time_s=1, retry_after_s=1))
    assert [seats.take(client) for client in "aaabb"] == [True, True, False, True, False]
    seats.leave("a")
    assert seats.take("b")
    assert len(seats) == 3


@pytest.mark.parametrize(
    ("one", "other", "is_same"),
    [
        ("192.0.2.1", "192.0.2.1", True),
        ("192.0.2.1", "192.0.2.2", False),
        ("2001:db8::1", "2001:db8::ffff", True),
        ("2001:db8:0:1::1", "2001:db8:0:2::1", False),
        ("::ffff:192.0.2.1", "::ffff:192.0.2.2", False),
        ("testclient", "another", False),
    ],
)
def test_a_client_is_an_address_or_a_network_of_ipv6(one: str, other: str, is_same: bool) -> None:
    assert (client_key(one) == client_key(other)) is is_same
