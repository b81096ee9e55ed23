"""Chapter engaged: What a model in contact may do, fleeing and free attacks."""
