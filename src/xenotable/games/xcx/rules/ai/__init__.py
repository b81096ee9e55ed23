"""Chapter ai: AI cards, and exactly how an AI model carries out each letter."""
