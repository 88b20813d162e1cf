"""The matches of Patrasciuc's Schnapsen app: as printed, and as saved."""
