"""Remarkable rounds in the admin: each leads to its moment in the replay."""

from collections.abc import Sequence
from functools import reduce
from operator import or_
from typing import Any, ClassVar, Final

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.formats import number_format
from django.utils.translation import gettext_lazy as _
from unfold.decorators import display

from games.models import Bid, RemarkableRound, Seat
from perudo_site.admin.columns import column
from perudo_site.admin.filters import Choice
from perudo_site.admin.readonly import KeysetAdmin
from players.names import name_in_words

Remarkable = QuerySet[RemarkableRound]
RULESET: Final = column("game.ruleset", _("Ruleset"))
FINISHED: Final = column("game.finished_at", _("Finished"))


class KindFilter(Choice):
    """One kind at a time: they are measured by different things."""

    title = _("what is remarkable")
    parameter_name = "kind"
    index = "kind"
    all_option = None

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [
            (RemarkableRound.Kind.LONGEST, _("longest bidding")),
            (RemarkableRound.Kind.BOLDEST, _("boldest good bid")),
        ]

    def value(self) -> str:
        chosen = super().value()
        return chosen if chosen in RemarkableRound.Kind.values else RemarkableRound.Kind.LONGEST

    def queryset(self, request: HttpRequest, queryset: Remarkable) -> Remarkable:
        return queryset.filter(kind=self.value())


@admin.register(RemarkableRound)
class RemarkableRoundAdmin(KeysetAdmin):
    """The most remarkable first. Only games that are over have any."""

    keyset: ClassVar[Sequence[str]] = ("-key",)
    list_display = ("measure", "moment", "last_bid", "bidder", RULESET, FINISHED)
    list_display_links = ("measure", "moment")
    preserve_filters = False  # the replay has no use for them
    list_filter = (KindFilter,)
    list_select_related = ("game",)

    def get_queryset(self, request: HttpRequest) -> Remarkable:
        rounds: Remarkable = super().get_queryset(request)
        return rounds.only("kind", "round", "bid", "seat", "value", "key", *self.of_game)

    of_game = ("game__public_id", "game__ruleset", "game__finished_at")

    def prepare_page(self, request: HttpRequest, rows: Sequence[Any]) -> None:
        """The bids, and who made them: a statement each."""
        if not rows:
            return
        at = reduce(or_, (Q(round__game=row.game_id, round__number=row.round, number=row.bid) for row in rows))
        bids = {(bid.round.game_id, bid.round.number): bid for bid in Bid.objects.filter(at).select_related("round")}
        games = {row.game_id for row in rows}
        seats = Seat.objects.filter(game__in=games).select_related("player")
        names = {(seat.game_id, seat.number): name_in_words(seat.shown_name) for seat in seats}
        for row in rows:
            row.bid_made = bids.get((row.game_id, row.round))
            row.bidder_name = names.get((row.game_id, row.seat))

    @display(description=_("How remarkable"))
    def measure(self, row: RemarkableRound) -> Any:
        if row.kind == RemarkableRound.Kind.LONGEST:
            return _("%(bids)d bids") % {"bids": row.value}
        return _("good with a chance of %(percent)s%%") % {"percent": number_format(f"{row.value * 100:.2g}")}

    @display(description=_("Moment"))
    def moment(self, row: RemarkableRound) -> Any:
        return _("Game %(game)s, round %(round)d") % {"game": row.game.public_id, "round": row.round}

    def address_of(self, row: Any) -> str:
        return f"{reverse('admin:games_game_replay', args=[row.game.public_id])}#round={row.round}&bid={row.bid}"

    @display(description=_("Bid"))
    def last_bid(self, row: Any) -> str:
        return str(row.bid_made or "")

    @display(description=_("Bidder"))
    def bidder(self, row: Any) -> str:
        return row.bidder_name or ""
