"""The viewer as a web application: pages for the archive, replays and rulings."""

from viewer.web.app import create_app
from viewer.web.config import Config
from viewer.web.wsgi import create_app_from_environment

__all__ = ["Config", "create_app", "create_app_from_environment"]
