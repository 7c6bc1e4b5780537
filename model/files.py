"""Reading a file that anybody may have given: whole, if it is a file and not too long."""

from __future__ import annotations

import errno
from pathlib import Path

MOST = 8 << 20  # bytes


def read_file(path: Path, most: int = MOST) -> bytes:
    """The bytes of a file. Raises `OSError` for one that cannot be read, is no plain file, or is longer than `most`.

    A device or a pipe might never end, and what is too long is not looked into: its size alone is asked for.
    """
    size = path.stat().st_size
    if not path.is_file():
        kind = "this is a folder" if path.is_dir() else "no plain file"
        raise OSError(errno.EINVAL, kind, str(path))
    if size > most:
        raise OSError(errno.EFBIG, f"{size} bytes; at most {most} are read", str(path))
    return path.read_bytes()
