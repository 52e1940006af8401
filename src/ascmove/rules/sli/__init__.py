"""Rules of the slice copy."""
