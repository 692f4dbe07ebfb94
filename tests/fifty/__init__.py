"""The rules of Fifty, one test or more for each clause."""
