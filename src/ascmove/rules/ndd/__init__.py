"""Rules of NDDMA."""
