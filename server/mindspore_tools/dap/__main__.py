"""`python -m mindspore_tools.dap`: the debug adapter without the command line in front of it."""

import sys

from mindspore_tools.dap.adapter import main

sys.exit(main())
