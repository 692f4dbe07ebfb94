"""The games: rules, nothing else. One package a game; each shares with the others the engine alone."""
