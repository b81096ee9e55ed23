"""Secrets on disk are sealed: seeds of running matches stand in the log, but a copy of the database does not tell them.

The key is a file of its own, outside the database and its folder; processes that share a database share it.
"""

from __future__ import annotations

import base64
import contextlib
import os
import secrets
import stat
import sys
import tempfile
from pathlib import Path

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from xenotable.faults import Fault

KEY, NONCE = 32, 12  # bytes


class Seal:
    """Authenticated encryption with one key. What is sealed for one place (a room) cannot be opened as another's."""

    def __init__(self, key: bytes) -> None:
        self._cipher = ChaCha20Poly1305(key)

    def close(self, secret: bytes, place: str) -> str:
        nonce = secrets.token_bytes(NONCE)
        return base64.urlsafe_b64encode(nonce + self._cipher.encrypt(nonce, secret, place.encode())).decode()

    def open(self, sealed: str, place: str) -> bytes:
        """What was sealed; Fault if it was with another key, for another place, or is damaged."""
        try:
            data = base64.urlsafe_b64decode(sealed)
            return self._cipher.decrypt(data[:NONCE], data[NONCE:], place.encode())
        except (InvalidTag, ValueError):
            raise Fault("This was sealed with another key; start the server with the right --key-file.") from None


def default_key_file() -> Path:
    """In the folder where this system keeps the settings of programs, away from their data."""
    if "XDG_CONFIG_HOME" in os.environ:
        base = Path(os.environ["XDG_CONFIG_HOME"])
    elif sys.platform == "win32":
        base = Path(os.environ.get("APPDATA", Path.home() / "AppData" / "Roaming"))
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Preferences"
    else:
        base = Path.home() / ".config"
    return base / "xenotable" / "server.key"


def seal_from(path: Path) -> Seal:
    """The seal whose key is in this file; a new key if there is none yet."""
    try:
        if not path.exists():
            _make(path)
        if os.name == "posix" and stat.S_IMODE(path.stat().st_mode) & 0o077:
            raise Fault(f"The key file {path} can be read by others; make it yours alone: chmod 600 {path}")
        key = bytes.fromhex(path.read_text("ascii"))
    except OSError as fault:
        raise Fault(f"The key file {path} cannot be used ({fault.strerror}); set --key-file") from None
    except ValueError:
        key = b""
    if len(key) != KEY:
        raise Fault(f"The key file {path} does not hold a key: {2 * KEY} digits, 0 to 9 and a to f.")
    return Seal(key)


def _make(path: Path) -> None:
    """Whole or not at all; of two processes that start at once, one makes it and both read it."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    handle, name = tempfile.mkstemp(dir=path.parent)  # readable by its owner only
    try:
        with os.fdopen(handle, "w") as file:
            file.write(secrets.token_hex(KEY) + "\n")
            file.flush()
            os.fsync(file.fileno())
        with contextlib.suppress(FileExistsError):
            os.link(name, path)
    finally:
        os.unlink(name)
