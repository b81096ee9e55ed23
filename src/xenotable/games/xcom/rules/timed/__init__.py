"""Chapter timed: timers, DONE, Pause, EXPIRED and the order of events inside the timed phase."""
