"""Live rooms: who sits there, what is decided, who waits for whom."""
