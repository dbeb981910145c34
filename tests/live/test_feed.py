"""The feed: who listens hears the latest number, once, of the night they listen to."""

import threading

import pytest

from app.live.feed import Feed, FullError


def test_a_listener_hears_what_is_told_of_its_night_alone() -> None:
    feed = Feed(4)
    with feed.listening(1) as first, feed.listening(2) as second:
        feed.notify(1, "0.1.7")
        assert first.wait(0) == "0.1.7"
        assert first.wait(0) is None
        assert second.wait(0) is None


def test_who_is_slow_hears_the_latest_only() -> None:
    feed = Feed(4)
    with feed.listening(1) as listener:
        for count in range(1000):
            feed.notify(1, f"0.1.{count}")
        assert listener.wait(0) == "0.1.999"
        assert listener.wait(0) is None


def test_a_waiting_listener_is_woken() -> None:
    feed = Feed(4)
    heard: list[str | None] = []
    with feed.listening(1) as listener:
        waiting = threading.Thread(target=lambda: heard.append(listener.wait(30)))
        waiting.start()
        feed.notify(1, "0.1.1")
        waiting.join(30)
    assert heard == ["0.1.1"]


def test_no_more_listen_than_there_is_room_for_and_who_leaves_makes_room() -> None:
    feed = Feed(1)
    with feed.listening(1), pytest.raises(FullError), feed.listening(2):
        pass
    with feed.listening(2) as listener:
        feed.notify(2, "0.1.1")
        assert listener.wait(0) == "0.1.1"


def test_nothing_is_kept_of_a_night_that_nobody_listens_to() -> None:
    feed = Feed(4)
    with feed.listening(1), feed.listening(1):
        assert feed.has_listeners(1)
    assert not feed.has_listeners(1)
    feed.notify(1, "0.1.1")
