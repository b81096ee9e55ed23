"""Chapter terrain: traits, Vantage Points, barricades, and how terrain is modelled."""
