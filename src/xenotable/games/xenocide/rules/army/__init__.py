"""Chapter army: Models into units, units into companies, companies into an army."""
