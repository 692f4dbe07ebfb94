"""The games: rules, nothing else. One package a game; they share the engine and `common`."""
