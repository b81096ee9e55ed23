"""Chapter cards: asset cards, tech cards, salvage and the windows in which cards are used."""
