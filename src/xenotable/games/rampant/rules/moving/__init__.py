"""Maximum movement, paths, separation."""
