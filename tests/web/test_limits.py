"""Whose turn it is, and how many may come."""

import pytest

from pandoku.web.limits import Bounds, Seats, Turns, client_key


def taken(turns: Turns[str]) -> list[str]:
    return [turns.take() for _ in range(len(turns))]


def test_clients_take_turns_however_much_one_of_them_wants() -> None:
    turns: Turns[str] = Turns()
    for item in ("a1", "a2", "a3", "a4", "b1", "c1", "b2"):
        turns.add(item[0], item)
    assert taken(turns) == ["a1", "b1", "c1", "a2", "b2", "a3", "a4"]


def test_what_goes_away_loses_its_turn() -> None:
    turns: Turns[str] = Turns()
    for item in ("a1", "a2", "b1"):
        turns.add(item[0], item)
    turns.drop("b", "b1")
    turns.drop("a", "a1")
    turns.drop("a", "nothing")
    turns.drop("z", "nobody")
    assert taken(turns) == ["a2"]


def test_nobody_has_a_turn_if_nobody_waits() -> None:
    with pytest.raises(KeyError):
        Turns[str]().take()


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
