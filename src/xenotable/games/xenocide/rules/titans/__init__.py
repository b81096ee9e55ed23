"""Chapter titans: Power cores, shields, damage and powered weapons."""
