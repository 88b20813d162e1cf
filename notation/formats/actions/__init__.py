"""Actions of card servers, read by mapping tables."""
