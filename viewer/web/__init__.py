"""The viewer as a web application: pages for the archive, replays and rulings."""

from viewer.web.app import create_app as create_app
from viewer.web.config import Config as Config
from viewer.web.wsgi import create_app_from_environment as create_app_from_environment
