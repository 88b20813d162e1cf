"""Runs a command and prints, as JSON, its CPU seconds, elapsed seconds, memory in MiB and exit status.

Small, because a started process inherits the memory count of the one that started it. `python -S -I launch.py
OUTPUT COMMAND...` redirects the command's output to a file.
"""

import json
import os
import resource
import sys
import time

start = time.perf_counter()
child = os.fork()
if child == 0:
    output = os.open(sys.argv[1], os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    os.dup2(output, 1)
    os.dup2(output, 2)
    os.execv(sys.argv[2], sys.argv[2:])
_, status = os.waitpid(child, 0)
took = time.perf_counter() - start
used = resource.getrusage(resource.RUSAGE_CHILDREN)
memory = used.ru_maxrss / (1 << 20 if sys.platform == "darwin" else 1 << 10)
print(json.dumps([used.ru_utime + used.ru_stime, took, memory, os.waitstatus_to_exitcode(status)]))
