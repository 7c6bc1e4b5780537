"""Reading a file that anybody may have given: whole, if it is a file and not too long."""

from __future__ import annotations

import errno
import stat
from pathlib import Path

MOST = 8 << 20  # bytes

_KINDS = {stat.S_IFDIR: "this is a folder", stat.S_IFIFO: "this is a pipe, no plain file",
          stat.S_IFCHR: "this is a device, no plain file", stat.S_IFBLK: "this is a device, no plain file",
          stat.S_IFSOCK: "this is a socket, no plain file"}


def no_file(path: Path) -> str:
    """Why no plain file can be had at a path, in words; empty where one is there."""
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        return f"a link to {path.readlink()}, which is not there" if path.is_symlink() else "there is no such file"
    except (OSError, ValueError) as error:  # a link to itself, a folder that may not be looked into, U+0000
        return getattr(error, "strerror", "") or str(error)
    return "" if stat.S_ISREG(mode) else _KINDS.get(stat.S_IFMT(mode), "this is no plain file")


def read_file(path: Path, most: int = MOST) -> bytes:
    """The bytes of a file. Raises `OSError` for one that cannot be read, is no plain file, or is longer than `most`.

    A device or a pipe might never end, and what is too long is not looked into: its size alone is asked for. A file
    of no size is empty: such as the system keeps, with what it has to tell in it, may never end either.
    """
    if wrong := no_file(path):
        raise OSError(errno.EINVAL, wrong, str(path))
    size = path.stat().st_size
    if size > most:
        raise OSError(errno.EFBIG, f"{size} bytes; at most {most} are read", str(path))
    return path.read_bytes() if size else b""
