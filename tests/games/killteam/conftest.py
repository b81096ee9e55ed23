"""What the Kill Team tests share."""

import xenotable.games.killteam.title  # noqa: F401  # loads all chapters, whichever test comes first
