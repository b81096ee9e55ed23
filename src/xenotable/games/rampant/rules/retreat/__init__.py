"""Where a beaten unit goes, and what happens when it cannot."""
