"""A deal as a diagram for print."""
