"""The viewer as a web application: the archive, the replay and the rulings as pages."""

from viewer.web.app import Config, create_app
from viewer.web.wsgi import create_app_from_environment

__all__ = ["Config", "create_app", "create_app_from_environment"]
