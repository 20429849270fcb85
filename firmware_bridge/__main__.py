"""`python -m firmware_bridge` is the command `tavoliere`, for where no script is installed."""

import sys

from firmware_bridge.cli.main import main

sys.exit(main())
