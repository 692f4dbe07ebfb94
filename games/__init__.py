"""The games: rules, nothing else. One package a game; with each other they share the engine."""
