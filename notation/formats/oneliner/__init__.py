"""The game string of markus7800's SchnapsenAI."""
