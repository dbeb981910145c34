"""The settings, and the data directory in a checkout and in an installed package."""

import re
import stat
from pathlib import Path

import pytest

from app import create_app, settings


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a temporary home directory, with the data directory not set."""
    for name in ("UPCARD_DATA", "XDG_DATA_HOME", "DATABASE_URL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    return tmp_path


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "INSTALLED", True)


def test_a_checkout_stores_its_data_in_its_instance_folder() -> None:
    assert settings.data_path() == settings.ROOT / "instance"


@pytest.mark.usefixtures("installed")
def test_an_installed_package_stores_its_data_in_the_home_directory(home: Path) -> None:
    assert settings.data_path() == home / ".local" / "share" / "upcard"


@pytest.mark.usefixtures("installed")
def test_an_installed_package_follows_the_xdg_base_directories(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(home / "data"))
    assert settings.data_path() == home / "data" / "upcard"


@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize("relative", ["", "data", "./data"])
def test_a_relative_xdg_directory_is_ignored(home: Path, relative: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", relative)
    assert settings.data_path() == home / ".local" / "share" / "upcard"


@pytest.mark.parametrize("is_installed", [False, True])
def test_the_data_directory_can_be_chosen(home: Path, is_installed: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "INSTALLED", is_installed)
    monkeypatch.setenv("XDG_DATA_HOME", str(home / "data"))
    monkeypatch.setenv("UPCARD_DATA", "~/nights")
    assert settings.data_path() == home / "nights"


def test_a_file_in_place_of_the_data_directory_is_named(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (home / "file").touch()
    monkeypatch.setenv("UPCARD_DATA", str(home / "file"))
    with pytest.raises(OSError, match=rf"^{home}/file is a file$"):
        settings.data_dir()


def test_the_data_directory_of_an_unknown_user_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UPCARD_DATA", "~nobody-here/upcard")
    with pytest.raises(OSError, match="no home directory for ~nobody-here/upcard"):
        settings.data_path()


@pytest.mark.usefixtures("installed")
def test_a_user_without_a_home_directory_is_told_what_to_set(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_home() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(settings.Path, "home", no_home)
    with pytest.raises(OSError, match="set UPCARD_DATA"):
        settings.data_path()


def test_a_private_file_is_on_the_disk_before_it_takes_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    named: list[bool] = []
    monkeypatch.setattr("os.fsync", lambda _file: named.append((tmp_path / "authority.pem").exists()))
    settings.write_private(tmp_path / "authority.pem", b"key")
    assert named == [False]


def test_a_private_file_is_written_by_two_threads_at_the_same_moment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def write_beside(_file: int) -> None:
        monkeypatch.undo()
        settings.write_private(tmp_path / "authority.pem", b"theirs")

    monkeypatch.setattr("os.fsync", write_beside)
    settings.write_private(tmp_path / "authority.pem", b"ours")
    assert (tmp_path / "authority.pem").read_bytes() == b"ours"
    assert [path.name for path in tmp_path.iterdir()] == ["authority.pem"]


@pytest.mark.usefixtures("installed")
def test_two_processes_that_start_at_once_have_the_same_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    def meanwhile() -> str:
        (settings.data_dir() / "host-code").write_text("theirs")
        return "ours"

    monkeypatch.setattr(settings, "random_code", meanwhile)
    assert settings.host_code() == "theirs"
    assert [path.name for path in settings.data_dir().iterdir()] == ["host-code"]


@pytest.mark.usefixtures("installed")
def test_an_empty_secret_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    (settings.data_dir() / "host-code").write_text(" \n")
    assert settings.host_code() == settings.stored_host_code() != ""


@pytest.mark.usefixtures("installed")
def test_secrets_are_stored_on_a_file_system_without_hard_links(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_source: Path, _target: Path) -> None:
        raise PermissionError("Operation not permitted")

    monkeypatch.setattr("os.link", refuse)
    assert settings.host_code() == settings.stored_host_code() != ""


def test_a_private_file_that_cannot_be_written_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_file: int) -> None:
        raise OSError("No space left on device")

    monkeypatch.setattr("os.fsync", fail)
    with pytest.raises(OSError, match="No space"):
        settings.write_private(tmp_path / "authority.pem", b"key")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.usefixtures("installed")
def test_a_file_that_disappears_meanwhile_does_not_stop_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = settings.data_dir() / "upcard.sqlite3"
    kept.touch(mode=0o644)
    monkeypatch.setattr(settings.Path, "iterdir", lambda folder: iter([folder / "gone", kept]))
    monkeypatch.setattr("os.umask", lambda _mask: 0)
    settings.restrict_permissions()
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600


@pytest.mark.usefixtures("installed")
def test_a_new_data_directory_is_private(home: Path) -> None:
    directory = settings.data_dir()
    assert directory == home / ".local" / "share" / "upcard"
    assert stat.S_IMODE(directory.stat().st_mode) == 0o700


@pytest.mark.usefixtures("installed")
def test_a_relative_sqlite_address_starts_from_the_data_directory(home: Path) -> None:
    app = create_app({"SECRET_KEY": "not a secret", "SQLALCHEMY_DATABASE_URI": "sqlite:///friday.sqlite3"})
    with app.app_context():
        engine = app.extensions["sqlalchemy"].engine
        assert Path(engine.url.database) == home / ".local" / "share" / "upcard" / "friday.sqlite3"


@pytest.mark.parametrize(
    ("name", "value", "problem"),
    [
        ("UPCARD_HOST", "poker.example.org", "UPCARD_HOST is not a setting"),
        ("UPCARD_BUS", "redis://localhost", "UPCARD_BUS is not a setting"),
        ("UPCARD_MOST_NIGHTS", "many", "UPCARD_MOST_NIGHTS is not a number, so the default of 5,000 is used"),
        ("UPCARD_MOST_NIGHT", "7", "UPCARD_MOST_NIGHT is not a setting"),
        ("UPCARD_LOG", "xml", "UPCARD_LOG is not one of plain, json, so plain is used"),
        (
            "UPCARD_LOG_LEVEL",
            "loud",
            "UPCARD_LOG_LEVEL is not one of debug, info, warning, error, so warning is used",
        ),
        ("UPCARD_HTTPS", "maybe", "UPCARD_HTTPS is neither on nor off, so it is on"),
        ("UPCARD_LOCAL_NAME", "of", "UPCARD_LOCAL_NAME is neither on nor off, so it is on"),
        ("UPCARD_METRICS_TOKEN", "secret", "UPCARD_METRICS_TOKEN is short enough to be guessed"),
        (
            "UPCARD_HOSTS",
            "a.example https://b.example:443",
            "UPCARD_HOSTS contains invalid names: https://b.example:443",
        ),
        ("UPCARD_TLS_KEY", "/etc/key.pem", "UPCARD_TLS_KEY is set without UPCARD_TLS_CERT, so it is not used"),
    ],
)
def test_an_invalid_setting_is_a_problem(name: str, value: str, problem: str) -> None:
    assert settings.read({name: value}).problems == (problem,)


def test_valid_settings_are_not_a_problem() -> None:
    given = settings.read({"UPCARD_LOG": "JSON", "UPCARD_MOST_NIGHTS": "70", "UPCARD_HTTPS": "Off", "HOME": "/"})
    assert (given.log, given.limits["nights"], given.https, given.problems) == ("json", 70, False, ())


def test_all_settings_are_documented() -> None:
    """docs/serving.md explains exactly the settings that are read; no other module reads the environment."""
    words = (settings.ROOT / "docs" / "serving.md").read_text("utf-8")
    source = (settings.ROOT / "app" / "settings.py").read_text("utf-8")
    taken = {f"UPCARD_{name}" for name in re.findall(r'\b(?:text|choice|switch)\("([A-Z_]+)"', source)}
    assert {name for name in taken if name not in words} == set()
    assert {name for name in settings.LIMITS if name.upper() not in words} == set()
    explained = settings.read(dict.fromkeys(re.findall(r"UPCARD_[A-Z_]+[A-Z]", words), ""))
    assert [problem for problem in explained.problems if problem.endswith("is not a setting")] == []
    read = [path.name for path in (settings.ROOT / "app").rglob("*.py") if "os.environ" in path.read_text("utf-8")]
    assert read == ["settings.py"]
