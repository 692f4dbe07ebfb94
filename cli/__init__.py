"""The command line ``ledger``: it shows and passes on, and decides nothing.

It is a program that starts, answers and ends. To look for garbage while the modules load, and to
take them apart one by one at the end, would be a sixth of what a command costs: none is found.
"""

import atexit
import gc

gc.set_threshold(50_000)  # objects more than before, until garbage is looked for; 700 else
atexit.register(gc.freeze)  # what is there at the end goes with the process
