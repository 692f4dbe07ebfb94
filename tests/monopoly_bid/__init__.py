"""Tests of Monopoly Bid."""
