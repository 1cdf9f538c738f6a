"""All settings, from environment variables. README.md lists each with its default; a test compares.

Two ways to run, one code. Without `DATABASE_URL` and `BROKER_URL` the server is *embedded*: SQLite in the
data folder, an in-memory broker, worker and beat in the same process. With them it is *production*:
PostgreSQL, Redis, and separate web, worker and beat processes.
"""

import secrets
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

from perudo_site.environment import Environment, WrongSetting
from perudo_site.look import UNFOLD as UNFOLD

BASE_DIR = Path(__file__).resolve().parent.parent
env = Environment()

# --- Where things are -------------------------------------------------------------------------------

# Folder for the database and the secret key of the embedded server.
DATA_DIR = Path(env.name("DATA_DIR", default=str(BASE_DIR / "var")))
DATABASE_URL = env.str("DATABASE_URL", default="")
BROKER_URL = env.str("BROKER_URL", default="")
EMBEDDED = not BROKER_URL
# Port and address the server listens on.
PORT = env.whole("PORT", default=8000)
HOST = env.name("HOST", default="127.0.0.1")


def _secret_key() -> str:
    """`SECRET_KEY`, or one drawn at the first start and kept in the data folder."""
    given: str = env.str("SECRET_KEY", default="")
    if given:
        return given
    if DATABASE_URL:
        raise WrongSetting("SECRET_KEY must be set when DATABASE_URL is: all processes share it.")
    DATA_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = DATA_DIR / "secret_key"
    if not path.exists():
        # Readable by its owner only, and there only when complete: of several first starts at once one wins.
        with NamedTemporaryFile("w", dir=DATA_DIR) as fresh:
            fresh.write(secrets.token_urlsafe(50))
            fresh.flush()
            with suppress(FileExistsError):
                path.hardlink_to(fresh.name)
    return path.read_text()


SECRET_KEY = _secret_key()
DEBUG = env.bool("DEBUG", default=False)
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
# Origins (scheme://host) trusted for the admin's forms when it stands behind a proxy.
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])
# True where a proxy terminates TLS and sets X-Forwarded-Proto: cookies become secure, HTTP is redirected.
HTTPS = env.bool("HTTPS", default=False)
if HTTPS:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_SSL_REDIRECT = True
    # Whoever asks these asks this process and not the proxy.
    SECURE_REDIRECT_EXEMPT = [r"^(livez|readyz|metrics)$"]
    SECURE_HSTS_SECONDS = 31_536_000
    SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    SECURE_HSTS_PRELOAD = True
    SESSION_COOKIE_SECURE = True
    CSRF_COOKIE_SECURE = True
# Origins (scheme://host, or *) whose pages may call the API from a browser (perudo_site/cors.py).
CORS_ALLOWED_ORIGINS = env.list("CORS_ALLOWED_ORIGINS", default=[])
# How many proxies stand in front; their X-Forwarded-For tells a caller's address to the throttles.
TRUSTED_PROXIES = env.whole("TRUSTED_PROXIES", default=0)

# Who may read /metrics: addresses and networks, and whoever sends this as a bearer token.
METRICS_ALLOWED = env.list("METRICS_ALLOWED", default=["127.0.0.1", "::1"])
METRICS_TOKEN = env.str("METRICS_TOKEN", default="")
# A folder in which all processes of a machine count together (prometheus_client reads this variable, too).
PROMETHEUS_MULTIPROC_DIR = env.str("PROMETHEUS_MULTIPROC_DIR", default="")
if PROMETHEUS_MULTIPROC_DIR:
    Path(PROMETHEUS_MULTIPROC_DIR).mkdir(parents=True, exist_ok=True)

# --- The game's own -----------------------------------------------------------------------------------

# How long a server bot waits before it acts, in seconds, so that a person has time to call calza.
BOT_DELAY_SECONDS = env.number("BOT_DELAY_SECONDS", default=1.5)
# How long a server bot may think, in seconds; then the safest legal move is made in its place.
BOT_THINK_SECONDS = env.number("BOT_THINK_SECONDS", default=2.0)
# How long after a deadline the server waits for moves already on their way, in seconds.
TIMEOUT_GRACE_SECONDS = env.number("TIMEOUT_GRACE_SECONDS", default=1.0)
# Without a sign of life for so many seconds the server was down: what ran out meanwhile is set anew.
DOWN_AFTER_SECONDS = env.number("DOWN_AFTER_SECONDS", default=5.0)
# After how many seconds PostgreSQL undoes a transaction whose process has stalled (perudo_site/stalled.py); 0: never.
STALLED_TRANSACTION_SECONDS = env.number("STALLED_TRANSACTION_SECONDS", default=10.0)
# Tables an account may have open, and games it may have running, at one time.
MAX_OPEN_GAMES = env.whole("MAX_OPEN_GAMES", default=20)
MAX_ACTIVE_GAMES = env.whole("MAX_ACTIVE_GAMES", default=200)
# How long an open table stays without anybody coming or leaving, in seconds.
OPEN_TABLE_SECONDS = env.whole("OPEN_TABLE_SECONDS", default=3600)
# Days without a rated game after which a player is on no leaderboard.
RATING_INACTIVE_DAYS = env.whole("RATING_INACTIVE_DAYS", default=90)
# How long a game without a clock stays without a move, in seconds.
IDLE_GAME_SECONDS = env.whole("IDLE_GAME_SECONDS", default=30 * 86_400)
# Tokens an account may hold at one time; the least recently made go first.
MAX_TOKENS = env.whole("MAX_TOKENS", default=50, least=1)
# Bot accounts that a person may own at one time.
MAX_BOT_ACCOUNTS = env.whole("MAX_BOT_ACCOUNTS", default=10)
# Days for which nobody may register the name of a deleted account.
NAME_RESERVED_DAYS = env.whole("NAME_RESERVED_DAYS", default=90)
# A day: how long an Idempotency-Key is remembered. Not from the environment: docs/api.md promises it.
IDEMPOTENCY_WINDOW = timedelta(days=1)
# The largest request body, in bytes, and how long its sender may take, in seconds.
MAX_BODY_BYTES = env.whole("MAX_BODY_BYTES", default=65_536, least=1)
BODY_TIMEOUT_SECONDS = env.number("BODY_TIMEOUT_SECONDS", default=10.0)
# Threads that answer requests in one web process.
WEB_THREADS = env.whole("WEB_THREADS", default=8, least=1)

# --- Django ---------------------------------------------------------------------------------------------

INSTALLED_APPS = [
    "unfold",  # before the admin, whose templates it replaces
    "unfold.contrib.filters",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "rest_framework",
    "knox",
    "django_filters",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "players",
    "games",
]

MIDDLEWARE = [
    "perudo_site.middleware.WithLength",
    "perudo_site.middleware.ApiGuard",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "perudo_site.middleware.AdminOnly",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]
# What only the admin needs; perudo_site.middleware.AdminOnly keeps it off the API's path.
ADMIN_MIDDLEWARE = [
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "perudo_site.middleware.LoginLimit",
]
CSRF_FAILURE_VIEW = "perudo_site.admin.refused.stale_form"
# Django's checks look for these in MIDDLEWARE.
SILENCED_SYSTEM_CHECKS = ["admin.E408", "admin.E409", "admin.E410", "security.W003"]

ROOT_URLCONF = "perudo_site.urls"
WSGI_APPLICATION = "perudo_site.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "perudo_site" / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    }
]


def _database() -> dict[str, Any]:
    if DATABASE_URL:
        database = env.database("DATABASE_URL", default="")
        # A kept connection a thread, and prepared statements: half of PostgreSQL's work on the move path.
        # Not from the first time on, for a statement that is prepared may not be several, as in migrations.
        database["CONN_MAX_AGE"] = None
        database["CONN_HEALTH_CHECKS"] = True
        if database["ENGINE"] == "django.db.backends.postgresql":
            database["OPTIONS"] = {"server_side_binding": True, "prepare_threshold": 2} | database.get("OPTIONS", {})
        return database
    DATA_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": DATA_DIR / "perudo.sqlite3",
        "CONN_MAX_AGE": None,
        "OPTIONS": {
            # A transaction takes the write lock when it begins, so that none fails half-way for want of it.
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
        },
        # Threads of one test share the database, so it must be a file.
        "TEST": {"NAME": DATA_DIR / "test.sqlite3"},
    }


DATABASES = {"default": _database()}
# Knox's own table of tokens, which its migrations make although another model takes its place: nobody fills it, and
# PostgreSQL refuses to empty the players' table, as tests do, while it refers to them.
MIGRATION_MODULES = {"knox": None}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

CACHES = {
    "default": (
        {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": BROKER_URL,
            "KEY_PREFIX": "perudo",
            # The throttles do without a cache that does not answer, and no request waits long for it.
            "OPTIONS": {"socket_connect_timeout": 0.25, "socket_timeout": 0.25},
        }
        if BROKER_URL.startswith("redis")
        # Room for the throttles' counts: where there is none, counts go before their window ends.
        else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "OPTIONS": {"MAX_ENTRIES": 100_000}}
    )
}

AUTH_USER_MODEL = "players.Player"
LOGIN_REDIRECT_URL = "admin:index"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]

# The API speaks English; the admin the languages that it is translated into.
LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("pl", "Polski")]
LOCALE_PATHS = [BASE_DIR / "perudo_site" / "locale", BASE_DIR / "perudo_site" / "unfold_locale"]
TIME_ZONE = "UTC"
USE_TZ = True
USE_I18N = True

STATIC_URL = "static/"
# The packages' own files are served from where they are: no collectstatic.
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = DEBUG
DATA_UPLOAD_MAX_MEMORY_SIZE = 1_048_576  # forms of the admin; the API has MAX_BODY_BYTES

# --- The API ---------------------------------------------------------------------------------------------

# Requests allowed, as number/period (second, minute, hour, day); an empty value lifts the limit.
THROTTLE_RATES = {
    "register": env.str("THROTTLE_REGISTER", default="30/hour") or None,  # by address
    "register_name": env.str("THROTTLE_REGISTER_NAME", default="20/hour") or None,
    "login_address": env.str("THROTTLE_LOGIN_ADDRESS", default="60/hour") or None,
    "login_name": env.str("THROTTLE_LOGIN_NAME", default="20/hour") or None,
    "anonymous": env.str("THROTTLE_ANONYMOUS", default="600/minute") or None,  # by address
    "player": env.str("THROTTLE_PLAYER", default="1200/minute") or None,  # by account
    "export": env.str("THROTTLE_EXPORT", default="20/hour") or None,  # by account, without a token by address
}

REST_FRAMEWORK: dict[str, Any] = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["players.api.authentication.BearerAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["players.api.permissions.Scoped"],
    "DEFAULT_PARSER_CLASSES": ["perudo_site.http.parsers.StrictJSONParser"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PAGINATION_CLASS": "perudo_site.http.pagination.Cursor",
    "DEFAULT_THROTTLE_CLASSES": [
        "perudo_site.http.throttles.AnonymousThrottle",
        "perudo_site.http.throttles.PlayerThrottle",
    ],
    "DEFAULT_THROTTLE_RATES": THROTTLE_RATES,
    "NUM_PROXIES": TRUSTED_PROXIES,
    "DEFAULT_FILTER_BACKENDS": ["django_filters.rest_framework.DjangoFilterBackend"],
    "DEFAULT_SCHEMA_CLASS": "perudo_site.http.schema.Schema",
    "EXCEPTION_HANDLER": "perudo_site.http.problems.handle",
    "DEFAULT_METADATA_CLASS": "perudo_site.http.options.Methods",
    "URL_FORMAT_OVERRIDE": None,  # the Accept header says it; ?format= is like any unknown parameter
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
REST_KNOX = {
    "AUTH_HEADER_PREFIX": "Bearer",
    "TOKEN_TTL": None,
    "AUTO_REFRESH": False,
    "TOKEN_MODEL": "players.Token",
}
KNOX_TOKEN_MODEL = "players.Token"  # noqa: S105 - a model, not a password
SPECTACULAR_SETTINGS = {
    "TITLE": "Perudo server",
    "DESCRIPTION": "Perudo (Dudo, Liar's Dice) over HTTP: tables, moves, views redacted for the caller, history.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_AUTHENTICATION": [],
    "SERVE_PERMISSIONS": ["rest_framework.permissions.AllowAny"],
    "SCHEMA_PATH_PREFIX": "/api/v1/",
    "COMPONENT_SPLIT_REQUEST": True,
    # Choices stand where they are used, not as components with invented names, and are not told of twice.
    "POSTPROCESSING_HOOKS": ["perudo_site.http.schema.without_marks"],
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "SWAGGER_UI_SETTINGS": {"deepLinking": True, "validatorUrl": None},  # no badge from another host
    "REDOC_DIST": "SIDECAR",
}

# --- Celery (the app, its queues and its beat schedule stand in perudo_site/celery.py) ----------------------------

CELERY_BROKER_URL = BROKER_URL or "memory://localhost/"
CELERY_BROKER_TRANSPORT_OPTIONS = (
    {"polling_interval": 0.05}
    if EMBEDDED
    else {
        # Redis keeps no account of what workers have taken and not finished. Messages are hints, which may be lost;
        # and a worker of Celery 5.7 ends for good when it cannot acknowledge one because Redis was away meanwhile.
        "ack_emulation": False,
        # A request whose message cannot be sent is told so soon: the move is committed, and the sweep finds the rest.
        "socket_connect_timeout": 1.0,
        "socket_timeout": 2.0,
        "socket_keepalive": True,
        "health_check_interval": 10,
        "max_retries": 0,
    }
)
CELERY_BROKER_CONNECTION_TIMEOUT = 1.0
CELERY_WORKER_ENABLE_REMOTE_CONTROL = not EMBEDDED
CELERY_DB_REUSE_MAX = 1_000_000_000  # connections are kept between tasks, not opened for each

# --- Logs -------------------------------------------------------------------------------------------------

# What e-mails and debug pages tell of a fault (perudo_site/reports.py).
DEFAULT_EXCEPTION_REPORTER = "perudo_site.reports.Report"
DEFAULT_EXCEPTION_REPORTER_FILTER = "perudo_site.reports.Discretion"

LOG_LEVEL = env.one_of("LOG_LEVEL", "DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL", default="INFO")
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": LOG_LEVEL},
    "loggers": {
        # A refused request is the client's affair; only the server's own faults are worth a line.
        "django.request": {"level": "ERROR"},
        # With DEBUG on it would tell every statement with its values, hands and seeds among them.
        "django.db.backends": {"level": "INFO"},
        # These tell of every start, connection and task, once a second; what is wrong they say as warnings.
        **{name: {"level": "WARNING"} for name in ("celery", "kombu") if LOG_LEVEL != "DEBUG"},
    },
}
