"""The log of SantaseGameEngine's `PlayerWithLoggerDecorator`."""
