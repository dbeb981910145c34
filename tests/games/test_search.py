"""Searching for games by the words of their rules, by tags and other names, and with typos."""

from __future__ import annotations

import pytest

from app.games.catalog import catalog
from app.games.definition import Option
from app.games.search import Match, SearchIndex, Where, excerpt, fold, read_words, searched_game, searched_library

#: Searches, and games that match them by the documents or the rulebook; the first comes near the top.
SEARCHES = {
    "threes": "baseball roll-your-own-baseball wtf night-baseball howdy-doody three-five-seven pregnant-threes",
    "5s and 10s": "woolworth",
    "kings wild": "kings-and-little-ones wtf",
    "spade in the hole": "chicago low-chicago chicago-cards-speak black-mariah black-maria-spade roll-your-own-chicago",
    "queen of spades": "black-mariah the-bitch black-maria-spade baseball",
    "one-eyed": "one-eyed-jacks woolworth",
    "rainout": "baseball night-baseball",
    "match the pot": "guts-two-card oppression baseball",
    "last card up": "mississippi-stud",
    "fourth street": "mississippi-stud seven-card-flip draft",
    "worst hand": "draft",
    "adds to nine": "number-nine",
    "names the rank": "auction-wild",
    "flush beats full house": "mexican-stud-41 shifting-sands",
    "four-card straight": "soko canadian",
    "ace to six": "london-lowball mississippi-mud",
    "aces low": "lowball-a5 jackal razz",
    "nine or better": "rolling-dog-of-the-nile spinning-dog-of-the-nile mad-dog-of-the-nile",
    "throw one away": "kentrel australian",
    "discards reshuffled": "machine-gun-stud",
    "pass to the left": "double-exposure",
    "pass the trash": "anaconda",
    "7 card low in the hole": "low-hole-wild low-chicago",
    "mexican sweat rollover": "mexican-sweat",
    "big omaha": "big-o six-card-omaha",
    "new york stud": "soko",
    "jacks to open": "jacks-or-better jackpots trips-to-win",
    "2-7 triple draw": "deuce-to-seven-triple-draw",
    "lowball": "lowball-a5 california-lowball deuce-to-seven-triple-draw",
    "joker you fold": "assassin-iii",
    "swap cards": "buzz-beds bunk-beds",
    "nobody looks": "beat-your-neighbor night-baseball blind-pig",
    "pass": "double-exposure double-exposure-hi-lo reverse-exposure",
    "no peek": "henway-no-peek night-baseball beat-your-neighbor blind-pig assassin-iii bunk-beds buzz-beds wtf",
    "chigaco": "chicago low-chicago roll-your-own-chicago",
    "wolworth": "woolworth",
    "hold'em": "texas-holdem chicago-holdem",
    "holdem": "texas-holdem chicago-holdem",
    "texas": "texas-holdem texas-tech",
    "nlhe": "texas-holdem",
    "omaha": "omaha omaha-eight",
    "omaha hi-lo": "omaha-eight",
    "plo": "omaha",
    "folow the qeen": "follow-the-queen",
    "misissipi": "mississippi-stud mississippi-mud",
    "cow pie": "cowpie",
    "rollemout": "rollem-out",
    "sokö": "soko",
    "skiny minie": "rollouts",
}


@pytest.fixture(scope="module")
def index() -> SearchIndex:
    return SearchIndex(searched_library())


def found(index: SearchIndex, text: str) -> list[str]:
    return [match.id for match in index.search(text).matches]


def words(match: Match) -> str:
    """Return an excerpt with the matches in brackets."""
    return "".join(f"[{piece.text}]" if piece.found else piece.text for piece in match.excerpt)


@pytest.mark.parametrize(("text", "games"), SEARCHES.items())
def test_a_search_finds_the_expected_games(index: SearchIndex, text: str, games: str) -> None:
    assert set(games.split()) <= set(found(index, text))
    assert games.split()[0] in found(index, text)[:3]


def test_a_game_named_in_small_words_is_found_with_changes() -> None:
    small = searched_game("the-game", "The Game", rules=["Nothing is wild."])
    other = searched_game("razz", "Razz", rules=["2s are low."])
    assert found(SearchIndex([small, other]), "the game deuces wild") == ["the-game"]


FIRST = {
    "baseball": "baseball",
    "night baseball": "night-baseball",
    "screw": "screw-your-neighbor",
    "the bitch": "the-bitch",
    "follow the bitch": "follow-the-queen",
    "7-27": "seven-twenty-seven",
    "anaconda": "anaconda",
    "howdy": "howdy-doody",
    "omaha 8": "omaha-eight",
    "guts": "guts-two-card",
    "acey-deucey": "in-between",
    "357": "three-five-seven",
    "stud": "seven-card-stud",
    "draw": "five-card-draw",
    "baduci": "badeucy",
    "badacy": "badacey",
    "razz badugi": "razzdugi",
    "2-7 razzdugi": "razzdugi",
    "2-7 razz": "deuce-to-seven-razz",
    "kansas city lowball": "deuce-to-seven-single-draw",
    "2-7 single draw": "deuce-to-seven-single-draw",
    "2-7 triple draw": "deuce-to-seven-triple-draw",
    "ace to five triple draw": "deuce-to-seven-triple-draw",
    "archie": "archie",
    "heinz": "heinz-57",
    "10-4": "ten-four",
    "ten four": "ten-four",
    "teresina": "telesina",
    "two-card poker": "hurricane",
    "three card poker": "three-card-poker",
    "pyramid poker": "pyramid",
    "mistigris": "joker-draw",
    "stedmans": "ben-franklin",
    "q ball": "shotgun",
    "holy cross": "iron-cross",
    "queen and follow the queen": "follow-the-queen",
    "ohio": "cincinnati-low-wild",
    "crazy pineapple 8": "crazy-pineapple",
    "crazy pineapple hi-lo": "crazy-pineapple",
    "deuces wild": "deuces-wild",
    "one-eyed jacks": "one-eyed-jacks",
    "suicide king": "one-eyed-jacks",
    "man with the axe": "man-with-the-axe",
    "pregnant 3s": "pregnant-threes",
    "seven card stud high low": "stud-high-low",
    "stud 8": "stud-eight-or-better",
    "midnight baseball": "night-baseball",
    "mexican sweat": "mexican-sweat",
    "sudden death": "five-card-stud-high-low",
    "indian poker": "blind-mans-bluff",
    "red dog": "red-dog",
    "whisky poker": "whiskey-poker",
    "knock": "knock-poker",
    "jacks back": "jacks-back",
    "seven-card stud, low spade in the hole splits": "low-chicago",
    "7 card stud high spade": "chicago",
    "big anaconda": "anaconda",
    "pass the trash": "anaconda",
    "7 or 27": "seven-twenty-seven",
    "7 card": "seven-card-stud",
    # A game with a change to it.
    "seven card stud, deuces wild": "seven-card-stud",
    "five-card draw hi-lo": "five-card-draw",
    "hold em one-eyed jacks wild": "texas-holdem",
    "chicago follow the queen": "chicago",
    "baseball but fours buy": "baseball",
    "five card stud with a twist": "five-card-stud",
    "jacks wild": "deuces-wild",
    # A game called with a game that it extends, or with a limit.
    "seven card stud follow the queen": "follow-the-queen",
    "7 card stud baseball": "baseball",
    "five card draw jacks or better trips to win": "trips-to-win",
    "no-limit 5-card draw": "five-card-draw",
    "limit omaha 8 or better": "omaha-eight",
    "pl 5 card draw": "five-card-draw",
    "pot-limit hold'em": "texas-holdem",
    # Mistyped names.
    "acey ducey": "in-between",
    "criscross": "criss-cross",
    "beat your neighbour": "beat-your-neighbor",
    "kings and the little man": "kings-and-little-ones",
    "around the world": "round-the-world",
}


@pytest.mark.parametrize(("text", "game"), FIRST.items())
def test_the_game_usually_meant_comes_first(index: SearchIndex, text: str, game: str) -> None:
    assert found(index, text)[0] == game


def test_ranks_are_not_read_as_numbers(index: SearchIndex) -> None:
    assert set(found(index, "threes")) == set(SEARCHES["threes"].split()) == set(found(index, "3S"))
    assert "australian" in found(index, "three down cards")


def test_every_game_is_found_by_its_names(index: SearchIndex) -> None:
    for game in catalog().values():
        for name in (game.name, game.name.lower().replace(" ", ""), game.id):
            result = index.search(name)
            assert game.id in [match.id for match in result.matches][:2], name
            assert not result.corrections, name
        for alias in game.aliases:
            match = next(match for match in index.search(alias).matches if match.id == game.id)
            assert match.where in (Where.NAME, Where.OTHER_NAME), alias


def test_every_game_is_found_by_its_tags_and_its_description(index: SearchIndex) -> None:
    for tag in {tag for game in catalog().values() for tag in game.tags}:
        assert {game.id for game in catalog().values() if tag in game.tags} <= set(found(index, tag)), tag
    assert not [game.id for game in catalog().values() if found(index, game.about)[0] != game.id]


def test_games_are_ranked_by_where_the_words_are_found() -> None:
    index = SearchIndex(
        [
            searched_game("rules", "Alpha", about="Dealt moonlight up."),
            searched_game("tag", "Beta", tags=["moonlight"]),
            searched_game("option", "Delta", options=[Option("light", "Moonlight", True)]),
            searched_game("alias", "Epsilon", aliases=["Moonlight Six"]),
            searched_game("name", "Zeta Moonlight"),
            searched_game("begins", "Moonlight Zulu"),
        ]
    )
    order = ["begins", "name", "alias", "tag", "rules", "option"]
    assert found(index, "moonlight") == order
    fitting = index.search("moonlight", fits=lambda game: game in ("tag", "option")).matches
    assert [match.id for match in fitting] == ["tag", "option", "begins", "name", "alias", "rules"]
    allowed = index.search("moonlight", allowed=lambda game: game != "name").matches
    assert [match.id for match in allowed] == [game for game in order if game != "name"]


def test_a_match_says_where_the_words_were_found(index: SearchIndex) -> None:
    by_id = {match.id: match for match in index.search("club one rank").matches}
    about = "Seven-card stud in which a [club] may count [one] [rank] higher or lower."
    assert words(by_id["ambivalent-clubs"]) == about
    assert index.search("minnie").matches[0].also == "Skinny Minnie"
    by_id = {match.id: match for match in index.search("passing").matches}
    assert by_id["double-exposure"].tag == "pass"
    assert index.search("chicago").matches[0] == Match("chicago", Where.NAME)


def test_mistyped_words_are_reported(index: SearchIndex) -> None:
    assert index.search("folow the qeen").corrections == {"folow": "follow", "qeen": "queen"}
    assert not index.search("follow the queen").corrections
    assert not index.search("xyzzy").corrections
    assert index.search("acey deucy").corrections == {"acey deucy": "Acey-Deucey"}


def test_a_mistyped_name_that_the_filters_leave_out_is_not_found(index: SearchIndex) -> None:
    assert not index.search("criscross", allowed=lambda game: game != "criss-cross").matches


def test_words_that_are_no_change_to_a_game_are_not_found(index: SearchIndex) -> None:
    result = index.search("caribbean stud")
    assert not result.matches
    assert result.nearest[0].id == "seven-card-stud"


def test_the_nearest_games_are_offered_if_none_has_all_words(index: SearchIndex) -> None:
    result = index.search("joker passed sideways")
    assert not result.matches
    offered = [match.id for match in result.nearest]
    assert {"double-exposure", "anaconda", "assassin-iii"} <= set(offered)
    assert len(offered) == 6
    assert "canadian" in [match.id for match in index.search("canasta").nearest]
    assert index.search("xyzzy").nearest == ()


@pytest.mark.parametrize(
    "text", ["", "  ", "!?", "♠", "a", "the", "é" * 60, "x" * 60, "١٢", "\x00", "in the", "'", "-"]
)
def test_odd_searches_do_not_fail(index: SearchIndex, text: str) -> None:
    result = index.search(text)
    assert not (result.matches and result.nearest)


def of_rule(text: str) -> SearchIndex:
    return SearchIndex([searched_game("game", "Zulu", about=text)])


@pytest.mark.parametrize(
    ("word", "other"),
    [
        ("threes", "3s"),
        ("3", "three"),
        ("passing", "passes"),
        ("betting", "bets"),
        ("declares", "declared"),
        ("rolled", "rolls"),
        ("matches", "matching"),
        ("aces", "ace"),
        ("sixes", "6s"),
        ("deals", "dealt"),
        ("hi", "high"),
    ],
)
def test_a_word_is_found_in_its_other_forms(word: str, other: str) -> None:
    for asked, said in ((word, other), (other, word)):
        result = of_rule(f"Nobody {said} here.").search(asked)
        assert result.matches
        assert not result.corrections


@pytest.mark.parametrize(
    ("word", "other"), [("king", "k"), ("ring", "r"), ("red", "r"), ("threes", "three"), ("ace", "a")]
)
def test_unrelated_words_are_not_found(word: str, other: str) -> None:
    assert not of_rule(f"Nobody {other} here.").search(word).matches


def test_accents_apostrophes_and_hyphens_are_ignored() -> None:
    assert [word.text for word in read_words("Roll’em: Sökö, up-card Q♠")] == "rollem soko up card q spades".split()
    assert [set(word.forms) for word in read_words("up-card")] == [{"up", "upcard"}, {"card", "upcard"}]
    assert fold("ÉCARTÉ") == "ecarte"


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("chigaco", "chicago"),
        ("chcago", "chicago"),
        ("cihcago", "chicago"),
        ("baseballl", "baseball"),
        ("basebell", "baseball"),
        ("basaba", "baseball"),
        ("spde", "spade"),
        ("abc", None),
        ("elephant", None),
    ],
)
def test_typing_errors_are_forgiven(typed: str, meant: str | None) -> None:
    result = of_rule("Chicago, baseball, spade, ace, the.").search(typed)
    assert result.corrections.get(typed) == meant
    assert bool(result.matches) == (meant is not None)


def test_an_excerpt_contains_the_matched_words() -> None:
    text = "Eins zwei drei vier fuenf sechs sieben acht neun zehn elf zwoelf"
    at = text.index("neun")
    pieces = excerpt(text, [(0, 4), (at, at + 4)], 100)
    assert [piece.text for piece in pieces if piece.found] == ["Eins", "neun"]
    assert "".join(piece.text for piece in pieces) == text
    short = "".join(f"[{piece.text}]" if piece.found else piece.text for piece in excerpt(text, [(at, at + 4)], 20))
    assert short == "… acht [neun] zehn elf zwoelf"
    assert excerpt("x" * 300, [(0, 300)], 20)[0].found
    assert excerpt("", [], 20) == ()
