import sys

from recollect.cli import main

sys.exit(main())
