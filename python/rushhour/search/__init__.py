"""Searches of one puzzle, of many, and of whole clusters."""
