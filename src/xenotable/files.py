"""What comes from outside: files and folders that a person names, read, written and made, or a sentence that says why
not; and JSON."""

from pathlib import Path

import msgspec

from xenotable.faults import Fault

# What reading JSON of others may raise: letters that are none and brackets without end are no DecodeError.
NO_JSON = (msgspec.DecodeError, UnicodeError, RecursionError)


def read_file(file: Path, most: int = -1) -> bytes:
    """What is in it, so many bytes at most; a Fault if it cannot be read."""
    try:
        with file.open("rb") as there:
            return there.read(most)
    except (OSError, ValueError) as fault:
        raise Fault(f"{file} cannot be read: {_reason(fault)}.") from None


def write_file(file: Path, data: bytes) -> None:
    """Puts this into it, instead of what it held; a Fault if it cannot be written."""
    try:
        file.write_bytes(data)
    except (OSError, ValueError) as fault:
        raise Fault(f"{file} cannot be written: {_reason(fault)}.") from None


def make_folder(folder: Path, otherwise: str) -> None:
    """Makes it, for its owner alone; the Fault if it cannot be made ends with what to do `otherwise`."""
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except (OSError, ValueError) as fault:
        raise Fault(f"The folder {folder} cannot be made ({_reason(fault)}); {otherwise}.") from None


def _reason(fault: OSError | ValueError) -> str:
    """What the system says; of a name that no file can have, what Python says."""
    return fault.strerror if isinstance(fault, OSError) and fault.strerror else str(fault)
