"""The documentation as a site: Markdown pages of docs/, rendered when they are asked for."""

from recollect.help.site import Site as Site
from recollect.help.site import site as site
