"""Score sheets as spreadsheets (XLSX) and as tables of text."""
