"""Position diagrams of Martin Tompa's columns."""
