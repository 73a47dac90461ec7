"""The dashboard: static files for a browser that use only the public REST API."""

from recollect.dashboard.files import page as page
from recollect.dashboard.files import router as router
