"""Numbers and dates in the reader's locale. The expected texts follow CLDR's charts."""

from datetime import UTC, date, datetime

import pytest

from app.dates import datetime_text, day_text, sample_text, time_text
from app.locales import known_locale, number_text, offered_locales, percent_text, set_reader, writing_for

MOMENT = datetime(2026, 12, 24, 19, 5)


@pytest.mark.parametrize(
    ("locale", "number", "moment", "weekday", "short"),
    [
        ("", "1,234,567", "24 December 2026, 19:05", "Thursday 24 December", "24 Dec 2026"),
        ("en_US", "1,234,567", "December 24, 2026, 7:05\u00a0PM", "Thursday, December 24", "Dec 24, 2026"),
        ("en_GB", "1,234,567", "24 December 2026, 19:05", "Thursday 24 December", "24 Dec 2026"),
        ("en_IN", "12,34,567", "24 December 2026, 7:05\u00a0PM", "Thursday 24 December", "24 Dec 2026"),
        ("de_DE", "1.234.567", "24 December 2026, 19:05", "Thursday 24 December", "24 Dec 2026"),
        ("de_CH", "1’234’567", "24 December 2026, 19:05", "Thursday 24 December", "24 Dec 2026"),
        ("sv_SE", "1\u00a0234\u00a0567", "24 December 2026, 19:05", "Thursday 24 December", "24 Dec 2026"),
    ],
)
def test_numbers_and_dates_follow_the_locale(locale: str, number: str, moment: str, weekday: str, short: str) -> None:
    with writing_for(locale):
        assert number_text(1_234_567) == number
        assert datetime_text(MOMENT) == moment
        assert day_text(MOMENT, year=False, weekday=True) == weekday
        assert day_text(date(2026, 12, 24), short=True) == short


def test_percentages_round_to_0_or_100_only_if_exact() -> None:
    parts = [0.0, 0.001, 0.624, 0.995, 0.9951, 1.0]
    assert list(map(percent_text, parts)) == ["0%", "<1%", "62%", ">99%", ">99%", "100%"]
    with writing_for("de_DE"):
        assert [percent_text(0.001), percent_text(0.62)] == ["<1\u00a0%", "62\u00a0%"]


def test_midnight_and_noon_are_12_am_and_12_pm() -> None:
    with writing_for("en_US"):
        assert [time_text(MOMENT.replace(hour=hour)) for hour in (0, 12)] == ["12:05\u00a0AM", "12:05\u00a0PM"]


def test_a_time_is_shown_in_the_local_time_zone() -> None:
    moment = datetime(2026, 12, 24, 19, 5, tzinfo=UTC)
    assert time_text(moment) == f"{moment.astimezone():%H:%M}"


@pytest.mark.parametrize(
    ("text", "locale"),
    [("de-DE", "de_DE"), ("en_US", "en_US"), (" fr ", "fr"), ("zh-Hans-CN", "zh_Hans_CN")]
    + [(text, "") for text in ("", "*", "klingon", "xx", "de-DE-x-y", "\0", "../en")],
)
def test_an_unknown_locale_is_ignored(text: str, locale: str) -> None:
    assert known_locale(text) == locale


def test_the_readers_locale_is_looked_up_once_when_needed() -> None:
    asked: list[str] = []

    def ask() -> str:
        asked.append("asked")
        return "de_DE"

    try:
        set_reader(ask)
        assert not asked
        assert [number_text(1234), number_text(5678)] == ["1.234", "5.678"]
        assert asked == ["asked"]
    finally:
        set_reader("")


def test_writing_for_another_locale_restores_the_readers() -> None:
    with writing_for("de_DE"):
        with writing_for("en_US"):
            assert number_text(1234) == "1,234"
        with writing_for(""):
            assert number_text(1234) == "1.234"
        assert number_text(1234) == "1.234"
    assert number_text(1234) == "1,234"


def test_offered_locales_are_known_and_have_a_sample() -> None:
    offered = dict(offered_locales())
    assert all(known_locale(code) == code for code in offered)
    assert offered["de_DE"] == "German (Germany)"
    assert sample_text("de_DE") == "1.234, 24 December 2026, 19:30"
