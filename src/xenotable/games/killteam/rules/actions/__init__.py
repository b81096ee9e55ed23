"""Chapter actions: universal, unique, mission and free actions, what limits them, and what each of them does."""
