"""The commands on records: judged, counted, put into canonical form, compared, converted to JSON, entered."""
