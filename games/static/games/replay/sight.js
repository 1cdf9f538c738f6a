/**
 * What is on the table at a moment, for one who looks at it. What somebody may see before the cups are up is the
 * server's word (`sights`): nothing is worked out here.
 */

import { ALL, TABLE } from "./address.js";
import { departuresBy, isRevealed, isSettled, standingBid } from "./model.js";

/** A seat as it is to be drawn: `cup` is `down`, `peek` (its owner looks under it), `up`, or `none`. */
export function seatsAt(moment, view, { game, sights }) {
  return game.seats.map((seat) => ({
    ...seat,
    ...cupAt(moment, view, seat.seat, sightOf(moment, sights)),
    ...standingAt(moment, seat, sightOf(moment, sights)),
    said: saidBy(moment, seat.seat),
    change: changeAt(moment, seat.seat),
  }));
}

/** Whether one who looks knows what lay in a seat's cup, and so what a decision of that seat was worth. */
export function knowsHand(seat, moment, view) {
  return view === ALL || view === seat || isRevealed(moment);
}

function sightOf(moment, sights) {
  return sights.find((one) => one.number === moment.number);
}

/** What was seen from the last change up to the moment. */
function seenBy(spans, moment) {
  return spans.findLast((span) => span.from <= moment.event);
}

function cupAt(moment, view, seat, sight) {
  const nothing = { cup: "none", count: null, dice: [] };
  if (moment.kind === "waiting" || !hasRolled(moment, seat)) return nothing;
  if (moment.kind === "rolloff") return { ...nothing, dice: thrownAt(moment, seat), cup: "up" };
  const lit = counting(moment, sight);
  const shown = (dice) => dice.map((face) => ({ face, lit: lit.includes(face) }));
  const hand = moment.round.hands?.find((one) => one.seat === seat);
  if (hand && (isRevealed(moment) || view === ALL)) {
    return { cup: isRevealed(moment) ? "up" : "peek", count: hand.dice.length, dice: shown(hand.dice) };
  }
  const isOwn = view === seat;
  const seen = seenBy(view === TABLE || view === ALL ? sight.table : sight.seats[view], moment);
  const own = isOwn && seen.dice.length > 0;
  return { cup: own ? "peek" : "down", count: seen.dice_counts[seat], dice: own ? shown(seen.dice) : [] };
}

/** Every seat with a cup on the table has given its word for it. */
function hasRolled(moment, seat) {
  return moment.round.commitments.some((one) => one.seat === seat);
}

function thrownAt(moment, seat) {
  const thrown = moment.round.roll_off[moment.nth - 1].find((one) => one.seat === seat);
  return thrown ? [{ face: thrown.die, lit: false }] : [];
}

/** The faces that count for the bid that stands. */
export function counting(moment, sight) {
  return moment.bids > 0 ? sight.counting[moment.bids - 1] : [];
}

function standingAt(moment, { seat, place }, sight) {
  const left = departuresBy(moment).find((one) => one.seat === seat);
  const isOut = moment.round !== null && !hasRolled(moment, seat);
  const isGone = isOut || left !== undefined || (isSettled(moment) && (moment.round.out ?? []).includes(seat));
  return {
    isTurn: ["roll", "bid", "left"].includes(moment.kind) && sight?.turns[moment.event] === seat,
    isPalifico: moment.round?.palifico_seat === seat,
    isGone,
    isCounted: isRevealed(moment) && moment.round.call?.kind !== "departure" && moment.bids > 0,
    left: left?.reason ?? null,
    place: isGone || moment.kind === "end" ? place : null,
  };
}

/** What a seat has said last in the round: a bid, a call, or nothing. */
function saidBy(moment, seat) {
  const call = moment.round?.call;
  if (["call", "reveal", "result", "end"].includes(moment.kind) && call?.seat === seat && call.kind !== "departure") {
    return { kind: call.kind, timeout: call.timeout, stands: true };
  }
  const bid = moment.round?.bids.slice(0, moment.bids).findLast((one) => one.seat === seat);
  return bid ? { kind: "bid", ...bid, stands: bid === standingBid(moment) } : null;
}

function changeAt(moment, seat) {
  const change = isSettled(moment) ? moment.round.dice_change : null;
  return change?.seat === seat ? change.after - change.before : 0;
}
