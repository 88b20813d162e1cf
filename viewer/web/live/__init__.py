"""Live matches over HTTP: a separate application, whose workers do nothing else."""

from viewer.web.live.app import beside, create_live_app, create_live_app_from_environment

__all__ = ["beside", "create_live_app", "create_live_app_from_environment"]
