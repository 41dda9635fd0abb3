"""`python -m quadriga.cli` is the command `quadriga`."""

import sys

from quadriga.cli import main

if __name__ == "__main__":
    sys.exit(main())
