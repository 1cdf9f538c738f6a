"""What the endpoints about games share."""

import hashlib
import json
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.cache import get_conditional_response
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from games import queries
from games.services import clock
from games.store.read import load
from games.store.record import GameRecord
from games.viewpoint.view import game_view
from perudo_site.http.serializers import StrictSerializer, read_body
from perudo_site.refusals import Code, Refusal
from players.api.authentication import caller, signed_in
from players.models import Player


def find_game(request: Request, game_id: str, *, now: datetime, join_code: str = "") -> GameRecord:
    """The game as the caller meets it: whatever was overdue in it is done first. Raises `Refusal` not_found."""
    record = _find(request, game_id, join_code)
    return _find(request, game_id, join_code) if clock.see_to(record, now=now, clock=timezone.now) else record


def read_game_body(shape: type[StrictSerializer], request: Request, game_id: str, *, join_code: str = "") -> Any:
    """The body of a request about a game; a game that is not there comes before a body that is not right."""
    try:
        return read_body(shape, request)
    except (ValidationError, Refusal):
        _find(request, game_id, join_code)
        raise


def actor(request: Request, game_id: str) -> Player:
    """In whose name the request acts at a game. Raises `Refusal` not_found.

    With a token that is not good for reading only at a game that anybody sees: the answer is the game's view.
    """
    if caller(request) is None:
        _find(request, game_id, "")
    return signed_in(request)


def view_of(request: Request, record: GameRecord) -> dict[str, Any]:
    """The game as the caller may see it."""
    player = caller(request)
    return game_view(record, player_id=player.pk if player else None)


def answer(content: Any, *, status: int = 200) -> Response:
    """An answer that a later request can name by its ETag."""
    return Response(content, status=status, headers={"ETag": _etag(content), "Cache-Control": "private, no-cache"})


def answer_if_changed(request: Request, content: Any) -> Response:
    """The same, or 304 when the caller has it already (If-None-Match)."""
    etag = _etag(content)
    unchanged = get_conditional_response(request._request, etag=etag)
    if unchanged is not None:
        return Response(status=unchanged.status_code, headers={"ETag": etag, "Cache-Control": "private, no-cache"})
    return answer(content)


def _etag(content: Any) -> str:
    """Of the content itself, so that two views are told apart exactly when they differ."""
    return f'"{hashlib.sha256(json.dumps(content).encode()).hexdigest()[:32]}"'


def _find(request: Request, game_id: str, join_code: str) -> GameRecord:
    record = load(game_id)
    if record is None or not queries.is_visible(record, caller(request), join_code=join_code):
        raise Refusal(Code.NOT_FOUND, "There is no such game.")
    return record
