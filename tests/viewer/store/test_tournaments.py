"""Tournaments in the archive: opened whole or not at all, with one arbiter, in both databases."""

from datetime import UTC, datetime

import pytest

from notation.live.journal import next_line
from tests.support.archives import with_tables
from viewer.store import Store
from viewer.store.journal import MatchListing, NewMatch, Overtaken, RoleKey, token_digest
from viewer.store.tournaments import Tournament, derived, request_digest, token_of

OPENED = datetime(2026, 11, 26, tzinfo=UTC)
CUP = Tournament(
    *("cup", "Club cup", "club", OPENED, True),
    hash=token_digest("arbiter's"),
    salt=bytes(32),
    request=request_digest("club", "request"),
)
FIRST = next_line(None, 0, {"open": {}}, bytes(16))


def match(id: str, tournament: str = "cup") -> NewMatch:
    listing = MatchListing(OPENED, ("Ani", "Boris"), "santase", tournament_id=tournament)
    return NewMatch(id, FIRST, {"A": RoleKey(token_digest(f"seat of {id}"))}, listing)


def test_a_tournament_is_opened_whole_or_not_at_all(url: str) -> None:
    with Store.open(with_tables(url)) as store:
        with pytest.raises(Overtaken):
            store.journal.create_all([match("m1"), match("m2"), match("m1")], CUP)
        assert store.tournaments.find("cup") is None
        assert store.journal.matches() == []
        store.journal.create_all([match("m1"), match("m2")], CUP)
        assert store.tournaments.find("cup") == store.tournaments.opened_by(CUP.request) == CUP
        with pytest.raises(Overtaken):  # the same request, with other ids
            store.journal.create_all([match("m3")], CUP._replace(id="again"))
        with pytest.raises(Overtaken):
            store.journal.create_all([match("m3"), match("m2")])
        assert [each.id for each in store.journal.of_tournament("cup")] == ["m1", "m2"]


def test_its_arbiter_is_that_of_each_match_until_the_key_is_renewed(url: str) -> None:
    with Store.open(with_tables(url)) as store:
        store.journal.create_all([match("m1"), match("m2")], CUP)
        store.journal.create_all([match("other", "")])
        roles = [store.journal.role_of(each, "arbiter's") for each in ("m1", "m2", "other", "none")]
        assert roles == ["arbiter", "arbiter", None, None]
        assert store.journal.role_of("m1", "seat of m1") == "A"
        assert store.journal.role_of("m2", "seat of m1") is None
        store.tournaments.renew("cup", token_digest("new"))
        assert [store.journal.role_of("m1", key) for key in ("arbiter's", "new")] == [None, "arbiter"]


def test_it_goes_with_its_last_match(url: str) -> None:
    with Store.open(with_tables(url)) as store:
        store.journal.create_all([match("m1"), match("m2")], CUP)
        store.journal.remove("m1", "", actor="test")
        assert store.tournaments.find("cup")
        store.journal.remove("m2", "", actor="test")
        assert store.tournaments.find("cup") is None


def test_keys_follow_from_salt_and_request_together() -> None:
    salts, requests = (bytes(32), b"1" * 32), ("one", "two")
    tokens = [
        token_of(salt, request, match, role)
        for salt in salts
        for request in requests
        for match in ("", "m1", "m2")
        for role in ("A", "B", "arbiter")
    ]
    assert len(set(tokens)) == len(tokens)
    assert {len(token) for token in tokens} == {43}
    assert derived(salts[0], "a", "b", "c") != derived(salts[0], "a", "bc")
