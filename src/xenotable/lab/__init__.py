"""For people who balance armies and write bots: simulations, tournaments, reports, learning environments."""
