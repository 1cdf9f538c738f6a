"""What a run was made on."""

import os
import platform
import sqlite3
from pathlib import Path

import django
import rest_framework
from django.db import connection


def machine() -> str:
    """CPU, cores, and Python with the framework's versions."""
    return (
        f"{_cpu()}, {_cores()} cores; {platform.python_implementation()} {platform.python_version()}, "
        f"Django {django.__version__}, Django REST framework {rest_framework.VERSION}"
    )


def database() -> str:
    """The configured database and its version."""
    if connection.vendor == "sqlite":
        return f"SQLite {sqlite3.sqlite_version}"
    connection.ensure_connection()
    version = ".".join(map(str, connection.get_database_version()))
    return f"{connection.display_name} {version}"


def _cpu() -> str:
    cpuinfo = Path("/proc/cpuinfo")
    lines = cpuinfo.read_text().splitlines() if cpuinfo.exists() else []
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.processor() or platform.machine())


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
