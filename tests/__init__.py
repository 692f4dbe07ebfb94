"""The tests; `./dev test` runs them all."""
