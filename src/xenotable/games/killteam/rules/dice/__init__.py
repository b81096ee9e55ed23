"""Chapter dice: rolling, D3, re-rolls, roll-offs, modifiers of results."""
