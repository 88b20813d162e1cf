"""SGN itself, as text and as JSON."""
