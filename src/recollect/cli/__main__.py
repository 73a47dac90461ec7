import sys

from recollect.cli.entry_point import main

sys.exit(main())
