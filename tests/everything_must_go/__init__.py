"""The rules of Everything Must Go, one test or more for each clause."""
