import sys

from recollect.cli.wall import main

sys.exit(main())
