"""Chapter actions: what each action of the timed phase allows or demands."""
