"""Files that are none: each is told for what it is, wherever one is given, and none of them keeps a command waiting."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from advocatus.checks.accepting import FILE, read_accepted
from advocatus.checks.cli import run
from advocatus.model.files import no_file, read_file
from advocatus.model.loading import BadRulebook

TOLD = {
    "pipe": "this is a pipe, no plain file", "device": "this is a device, no plain file", "folder": "this is a folder",
    "socket": "this is a socket, no plain file", "nothing": "there is no such file",
    "dangling": "a link to nowhere.toml, which is not there", "loop": "Too many levels of symbolic links",
}


@pytest.fixture(params=TOLD)
def strange(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, str]:
    """What is no plain file, under a name of one, and what it is."""
    monkeypatch.chdir(tmp_path)
    path, what = Path("given.toml"), request.param
    match what:
        case "pipe":
            os.mkfifo(path)
        case "device":
            path.symlink_to("/dev/zero")
        case "folder":
            path.mkdir()
        case "socket":
            with socket.socket(socket.AF_UNIX) as there:
                there.bind(str(path))
        case "dangling":
            path.symlink_to("nowhere.toml")
        case "loop":
            path.symlink_to(path)
    return path, TOLD[what]


def test_what_is_no_file_is_told_for_what_it_is(strange: tuple[Path, str]) -> None:
    path, told = strange
    assert no_file(path) == told
    with pytest.raises(OSError, match=told):
        read_file(path)


@pytest.mark.parametrize("words", [
    ["show", "given.toml"], ["show", "bga-fr+given.toml"], ["show", "given.toml+bga.toml"],
    ["ask", "bga-fr", "given.toml"], ["replay", "./given.toml"], ["coverage", "bga-fr", "given.toml"],
    ["oracle", "--calls", "given.toml"],
    ["conform", "bga-fr", "--known", "given.toml", "--", "true"],
], ids=" ".join)
def test_every_reader_tells_so(words: list[str], strange: tuple[Path, str], capsys: pytest.CaptureFixture[str]) -> None:
    _, told = strange
    assert run(words) == 2
    err = capsys.readouterr().err.splitlines()[-1]
    assert "given.toml" in err
    assert told in err


def test_the_accepted_that_cannot_be_read_are_not_absent(strange: tuple[Path, str], tmp_path: Path) -> None:
    path, told = strange
    if told == TOLD["nothing"]:
        assert read_accepted(tmp_path) is None
        return
    path.rename(FILE)
    if told == TOLD["loop"]:
        Path(FILE).unlink()
        Path(FILE).symlink_to(FILE)
    with pytest.raises(BadRulebook, match=told):
        read_accepted(tmp_path)


def test_a_file_that_has_no_toml_in_its_name_is_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "draft.txt"
    path.touch()
    assert run(["show", str(path)]) == 2
    assert "ends in .toml" in capsys.readouterr().err
    assert run(["show", "/dev/zero"]) == 2
    assert "this is a device" in capsys.readouterr().err


def test_a_file_of_the_system_that_has_no_size_is_not_waited_for(capsys: pytest.CaptureFixture[str]) -> None:
    endless = Path("/proc/kmsg")
    if not endless.exists():
        pytest.skip("no such file on this system")
    assert read_file(endless) == b""
    assert run(["oracle", "--calls", str(endless)]) == 0
    assert capsys.readouterr().out == ""
