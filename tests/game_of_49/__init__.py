"""The rules of the Game of 49, one test or more for each clause."""
