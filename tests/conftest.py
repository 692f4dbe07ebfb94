"""What holds for all tests: a slow machine is no failure."""

from hypothesis import settings

settings.register_profile("unhurried", deadline=None)
# every run the same, and nothing kept: for torture/mutation.py
settings.register_profile("repeatable", deadline=None, derandomize=True, database=None)
settings.load_profile("unhurried")
