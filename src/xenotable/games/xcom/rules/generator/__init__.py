"""Chapter generator: how the app decides what happens in a timed phase, and how it reacts to the players."""
