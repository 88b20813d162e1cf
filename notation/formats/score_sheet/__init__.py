"""The score sheet of a match as a spreadsheet (XLSX)."""
