#!/usr/bin/env python
"""Django's command line for this project."""

import os
import sys

from django.core.management import execute_from_command_line

from perudo_site.environment import WrongSetting

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "perudo_site.settings")
    try:
        execute_from_command_line(sys.argv)
    except WrongSetting as wrong:
        sys.exit(f"Wrong setting: {wrong}")
