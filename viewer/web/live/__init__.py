"""Live matches over HTTP: a separate application, whose workers do nothing else, and its pages."""
