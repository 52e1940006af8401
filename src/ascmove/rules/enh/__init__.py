"""Rules of the enhanced data transfer and of the plain copy it turns into."""
