"""Benchmarks of the engines: every figure is a ratio to copies of the same bytes, timed in the same run."""
