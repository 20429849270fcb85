"""How all tests draw random examples, and what the programs that they start inherit."""

import os
import signal

from hypothesis import HealthCheck, settings

# Machines differ and CI machines are busy: how long an example takes says nothing about the rules.
settings.register_profile(
    "local", deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)
# A change must not fail for an example that has nothing to do with it.
settings.register_profile(
    "ci", settings.get_profile("local"), derandomize=True, database=None, print_blob=True
)
settings.load_profile("ci" if os.environ.get("CI") else "local")

# What is started in the background is begun with Ctrl-C ignored, and so is all that it starts.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
