"""The doors: addresses, sockets, pages and files."""
