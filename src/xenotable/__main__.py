"""`python -m xenotable` is `xenotable`."""

from xenotable.cli import main

main()
