"""The viewer as a web application: the archive, the replay and the rulings as pages."""

from viewer.web.app import Config, create_app

__all__ = ["Config", "create_app"]
