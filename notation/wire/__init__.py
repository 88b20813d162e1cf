"""Values as they leave the program: one serializer for each."""
