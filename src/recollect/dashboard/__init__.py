"""The memory page: files for a browser, and nothing that the REST API does not give to everyone."""

from recollect.dashboard.files import page as page
from recollect.dashboard.files import router as router
