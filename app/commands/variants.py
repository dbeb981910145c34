"""``upcard import-variants``: make game files from a user's copy of the public database of poker variants."""

from __future__ import annotations

import os
import sys
import tempfile
from collections import Counter
from collections.abc import Container
from pathlib import Path
from typing import TYPE_CHECKING

import click

from app.commands import CommandError
from app.dataclass import dataclass, replace
from app.text import slug

if TYPE_CHECKING:
    from app.games.variants import Counterpart
    from app.variants_file import Variant

#: Seconds allowed for the trial hands of a game.
SECONDS = 10.0

#: The verdicts on a variant, in the order of the summary.
VERDICTS = ("whole", "in part", "in the library", "not at all")


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result for a variant: one of VERDICTS, the reason, and the id and text of its game file, if it has one."""

    variant: Variant
    verdict: str
    why: str = ""
    game_id: str = ""
    text: str = ""


@click.command("import-variants", short_help="make games from a database of variants")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--list", "listed", is_flag=True, help="print what becomes of each variant")
@click.option("--dry-run", is_flag=True, help="write nothing")
def import_variants(file: Path, listed: bool, dry_run: bool) -> int:
    """Make game files from FILE, a copy of the public database of poker variants poker_db (ichabod801/poker_db).

    Each game is played at random first. The files go into the folder games/imported of the data directory, replacing
    those of an earlier import. The words of the database are shown from FILE, and stored nowhere.
    """
    from app.night.play.game_files import IMPORTED
    from app.settings import data_dir, give_to_owner
    from app.variants_file import LINK, VariantsFileError, read_variants

    try:
        variants = read_variants(file)
    except VariantsFileError as problem:
        raise CommandError(f"{file}: {problem}") from None
    if sys.stderr.isatty():
        print("Each game is played at random first; that takes some minutes.", file=sys.stderr)
    verdicts = _verdicts(variants)
    if listed:
        for verdict in verdicts:
            why = f" ({verdict.why})" if verdict.why else ""
            print(f"{verdict.variant.number:>5}  {verdict.variant.name}: {verdict.verdict}{why}")
    files = {f"{verdict.game_id}.toml": verdict.text for verdict in verdicts if verdict.text}
    if not dry_run:
        try:
            _replace_folder(data_dir() / "games" / IMPORTED, files)
            _replace_link(data_dir() / LINK, file.resolve())
        except OSError as problem:
            raise CommandError(f"cannot write into the data directory: {problem.strerror or problem}") from None
        finally:
            give_to_owner()
    counts = Counter(verdict.verdict for verdict in verdicts)
    print(f"{len(verdicts)} variants: {', '.join(f'{counts[name]:,} {name}' for name in VERDICTS)}")
    return 0


def _verdicts(variants: list[Variant]) -> list[Verdict]:
    from concurrent.futures import ProcessPoolExecutor

    from app.games.load import library
    from app.night.play.game_files import files_in_folder

    names = {table["name"].casefold() for table in library().values()}
    taken = {name.removesuffix(".toml") for name, file in files_in_folder().items() if not file.imported}
    jobs = [(_distinct(variant, names), _free_id(variant, taken)) for variant in variants]
    with ProcessPoolExecutor() as pool:
        return list(pool.map(_verdict, jobs, chunksize=8))


def _distinct(variant: Variant, names: Container[str]) -> Variant:
    """Return a variant, with its number added to a name that a library game has."""
    name = variant.name
    return replace(variant, name=f"{name} ({variant.number})") if name.casefold() in names else variant


def _free_id(variant: Variant, taken: Container[str]) -> str:
    """Return the id of a variant's game, always the same unless one of the table's own files has it."""
    game_id = f"{slug(variant.name.casefold())[:40].strip('-') or 'variant'}-{variant.number}"
    return f"{game_id}-imported" if game_id in taken else game_id


def _verdict(job: tuple[Variant, str]) -> Verdict:
    """Make a variant's game, and play it at random."""
    import tomli_w

    from app.games.catalog import GameFile, GameInfo, id_error, parse_file
    from app.games.errors import GameError
    from app.games.load import library
    from app.games.variants import counterpart_of
    from app.night.play.random_play import try_game

    variant, game_id = job
    made: Counterpart = counterpart_of(variant)
    if made.library:
        return Verdict(variant, "in the library", made.library)
    rules = f"rules {', '.join(map(str, made.left))}"
    if not made.table:
        return Verdict(variant, "not at all", rules)
    text = tomli_w.dumps({**made.table, **({"table_rules": list(made.left)} if made.left else {})})
    table = parse_file(GameFile(f"{game_id}.toml", text))
    try:
        if isinstance(table, GameError):
            raise table
        if wrong := id_error(game_id):
            raise GameError(wrong)
        game = GameInfo(game_id, {**library(), game_id: table}).resolve()
    except GameError as problem:
        return Verdict(variant, "not at all", str(problem))
    if stuck := try_game(game, seconds=SECONDS).problem:
        return Verdict(variant, "not at all", f"played at random: {stuck}")
    judged = game.judged_parts
    why = rules if made.left else "; ".join(judged)
    return Verdict(variant, "in part" if judged else "whole", why, game_id, text)


def _replace_folder(folder: Path, files: dict[str, str]) -> None:
    """Replace a folder's content with files. On failure, the folder stays as it was."""
    folder.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix=".import-") as name:
        new, old = Path(name) / "new", Path(name) / "old"
        new.mkdir()
        for file, text in files.items():
            (new / file).write_text(text, encoding="utf-8")
        if folder.exists():
            folder.rename(old)
        try:
            new.rename(folder)
        except OSError:
            if old.exists():
                old.rename(folder)
            raise


def _replace_link(link: Path, target: Path) -> None:
    """Point a link at a file, replacing an older link."""
    new = link.with_name(f".{link.name}.new")
    new.unlink(missing_ok=True)
    new.symlink_to(target)
    os.replace(new, link)
