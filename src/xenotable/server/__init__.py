"""Rooms, seats, sockets and storage."""
