"""When and how Courage is tested, and what failure does."""
