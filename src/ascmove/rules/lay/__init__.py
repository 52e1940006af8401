"""Rules of the Tensor API: layouts."""
