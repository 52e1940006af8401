"""Rules of the Tensor API: Copy L0C to GM."""
