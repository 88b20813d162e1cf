"""The server around the application: workers, turns and processes; the log, the metrics and the probes."""
