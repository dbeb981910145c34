"""The wild line, and announcements of changes in the wild cards."""

from __future__ import annotations

from collections.abc import Iterable

from app.dataclass import dataclass
from app.games.rules.wild import Clause, RankName, WildNews
from app.text import sentence
from app.words.because import reason
from app.words.speaker import Speaker


@dataclass(frozen=True, slots=True)
class WildLine:
    """The cards that are wild now: ``text`` in full, and ``main`` without the reason (``why``) at its end."""

    text: str
    main: str
    why: str = ""
    nothing: bool = False


def wild_line(says: Iterable[WildNews], next_up: bool, speaker: Speaker) -> str:
    """Return the wild line: ``5s and 10s are wild``, ``Sevens are wild (followed Bob's queen)``."""
    return wild_words(says, next_up, speaker).text


def wild_words(says: Iterable[WildNews], next_up: bool, speaker: Speaker) -> WildLine:
    """Return the wild line, with the reason split off if there is a single one at its end."""
    says = tuple(says)
    reasons = [saying.because for saying in says if saying.because is not None]
    final = says[-1].because if says and not next_up and len(reasons) == 1 else None
    clauses: list[str] = []
    for saying in says:
        if saying.clause:
            clauses.append(_clause(saying.clause, speaker))
        elif saying.because is not None:
            why = "" if saying.because is final else speaker.aside(reason(saying.because, speaker))
            clauses.append(f"{speaker.nouns(saying.names)} {'too' if clauses else 'are wild'}{why}")
        else:
            clauses.append(f"{speaker.nouns(saying.names)} {'is' if saying.single else 'are'} wild")
    if next_up:
        clauses.append("next up-card is wild")
    main = sentence(speaker.joined(clauses) or "nothing wild")
    why = speaker.aside(reason(final, speaker)) if final is not None else ""
    return WildLine(main + why, main, why.strip(), nothing=not clauses)


def wild_news(news: WildNews, speaker: Speaker) -> str:
    """Return the announcement of a change in the wild cards."""
    why = reason(news.because, speaker) if news.because is not None else ""
    over = f"{speaker.nouns(news.over)} are {'no longer wild' if news.next_up else 'dead'}" if news.over else ""
    if news.clause:
        text = _clause(news.clause, speaker)
    elif news.next_up:
        text = f"{why}: {', '.join(filter(None, (over, 'next up-card is wild')))}"
    elif news.none_follows:
        text = f"{', '.join(filter(None, (over, 'nothing wild follows')))}: {why}"
    elif not news.names:
        text = f"{over}: {why}"
    else:
        text = _now_wild(news, speaker) + (speaker.aside(why) if why else "")
    return sentence(text)


def _now_wild(news: WildNews, speaker: Speaker) -> str:
    text = f"{speaker.nouns(news.names)} {'is' if news.single else 'are'} wild"
    if news.seat is not None:
        text += f" for {speaker.name(news.seat)}"
    return f"{text}, {speaker.nouns(news.over)} no longer" if news.over else text


def _clause(clause: Clause, speaker: Speaker) -> str:
    """Return a clause in words; adjacent ranks in it are listed."""
    words: list[str] = []
    ranks: list[RankName] = []
    for noun in (*clause, ""):
        if isinstance(noun, tuple):
            words.append(speaker.nouns(noun))
            continue
        if isinstance(noun, RankName):
            ranks.append(noun)
            continue
        if ranks:
            words.append(speaker.nouns(ranks))
            ranks = []
        words.append(noun)
    return " ".join(filter(None, words))
