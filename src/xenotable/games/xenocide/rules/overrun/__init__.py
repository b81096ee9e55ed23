"""Chapter overrun: Fighting one round in passing."""
