"""Chapter overwatch: Interrupting an enemy move with a shot."""
