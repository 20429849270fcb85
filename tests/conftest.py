"""How all tests draw random examples: without deadlines, and in CI always the same ones."""

import os

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
