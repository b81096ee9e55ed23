"""Chapter modes: the full digital game, the companion app, the timers and the tutorial."""
