/**
 * The moments of a game, in order, from its document (docs/record.md, or that of a game being watched).
 *
 * A moment is a point at which the table can be looked at. Its `kind`:
 *   waiting  the table is open, or was given up before its game began
 *   rolloff  `nth` pass of the dice that decide who opens round 1
 *   roll     all cups are down, nobody has bid
 *   bid      the `nth` bid has been made
 *   left     the `nth` departure of the round has happened
 *   call     dudo or calza has been called, the cups are still down
 *   reveal   all cups are up
 *   result   dice have changed hands
 *   end      the game is over
 *
 * `round` is the round's part of the document, `number` its number, `event` how many bids and departures the round had
 * by then: the server counts what was to be seen in the same way. `bids` is how many of them were bids.
 */
export function momentsOf(game) {
  const last = game.unfinished_round ?? game.round;
  const rounds = last ? [...game.rounds, last] : game.rounds;
  const moments = rounds.flatMap(momentsOfRound);
  if (moments.length === 0) return [{ kind: "waiting", round: null, number: 0, event: 0, bids: 0, nth: 0 }];
  return game.finished_at === null ? moments : [...moments, { ...moments.at(-1), kind: "end", nth: 0 }];
}

function momentsOfRound(round) {
  const start = { round, number: round.number, event: 0, bids: 0, nth: 0 };
  const passes = (round.roll_off ?? []).map((_, pass) => ({ ...start, kind: "rolloff", nth: pass + 1 }));
  const events = eventsOf(round).map((event, index) => ({ ...start, ...event, event: index + 1 }));
  const told = [...passes, { ...start, kind: "roll" }, ...events];
  const after = { ...told.at(-1), nth: 0 };
  return [...told, ...endOf(round).map((kind) => ({ ...after, kind }))];
}

/** Bids and departures in the order in which they happened. */
function eventsOf(round) {
  const leftAfter = (bids) =>
    round.departures.flatMap((one, index) => (one.after_bids === bids ? [{ kind: "left", nth: index + 1, bids }] : []));
  const bids = round.bids.map((_, index) => ({ kind: "bid", nth: index + 1, bids: index + 1 }));
  return [...leftAfter(0), ...bids.flatMap((bid) => [bid, ...leftAfter(bid.bids)])];
}

/** What follows the last bid: nothing in a round that nobody has called, and no call where the last opponent left. */
function endOf(round) {
  if (round.call === undefined) return [];
  return round.call.kind === "departure" ? ["reveal", "result"] : ["call", "reveal", "result"];
}

/** The bid that stands at a moment, or null. */
export function standingBid(moment) {
  return moment.bids > 0 ? moment.round.bids[moment.bids - 1] : null;
}

/** The departures of the round that have happened by then. */
export function departuresBy(moment) {
  return moment.round === null ? [] : moment.round.departures.slice(0, moment.event - moment.bids);
}

/** Whether the cups are up for everybody. */
export function isRevealed(moment) {
  return ["reveal", "result", "end"].includes(moment.kind) && moment.round?.hands !== undefined;
}

/** Whether what a call brought about is on the table. */
export function isSettled(moment) {
  return ["result", "end"].includes(moment.kind) && moment.round?.call !== undefined;
}

/** The index of the first moment of the round that is `by` rounds away; the nearest there is. */
export function indexOfRound(moments, index, by) {
  const { number } = moments[index];
  const starts = moments.flatMap((one, at) => (at === 0 || moments[at - 1].number !== one.number ? [at] : []));
  const here = starts.findLastIndex((at) => moments[at].number === number);
  const isInside = index > starts[here];
  const wanted = here + by + (by < 0 && isInside ? 1 : 0);
  return wanted >= starts.length ? moments.length - 1 : starts[Math.max(0, wanted)];
}
