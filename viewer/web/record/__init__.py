"""The pages of a record: the replay, questions about it, pictures, and links to share it."""
