"""Chapter skills: [Armour], [Wounds], [Computer Use], [Interact], [Search] and [Mindspin]."""
