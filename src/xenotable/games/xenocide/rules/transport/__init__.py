"""Chapter transport: Carrying, loading, unloading, riding and bailing out."""
