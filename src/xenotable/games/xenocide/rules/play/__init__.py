"""Chapter play: How the battlefield, distances, dice, secrecy and decisions are modelled."""
