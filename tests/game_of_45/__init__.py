"""Tests of the Game of 45."""
