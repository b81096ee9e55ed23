"""The machine roles: what they do, and why."""
