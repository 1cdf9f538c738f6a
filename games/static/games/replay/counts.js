/** How many dice each seat had in each round, as far as whoever looks knew it. */

import { isRevealed } from "./model.js";

/** Whether the view is that of a seat whose game is not over yet: it knows what came until then, and no more. */
export function isInside(moment, view) {
  return typeof view === "number" && moment.kind !== "end";
}

/**
 * A row a round: its number, or null for what was left at the end, and the seats' dice; null where that is hidden.
 * Without a seat's view it is the whole game's. What is still to come for a seat `isAhead`, and all of it is hidden.
 */
export function diceByRound(source, moment, view) {
  const { game, sights } = source;
  const seats = game.seats.map((seat) => seat.seat);
  const last = game.unfinished_round ?? game.round;
  const rounds = last ? [...game.rounds, last] : game.rounds;
  const whole = rounds.map((round) => ({ number: round.number, counts: countsIn(round, seats, sights) }));
  if (game.status === "finished") whole.push({ number: null, counts: game.seats.map((seat) => seat.dice_count) });
  return isInside(moment, view) ? whole.map((row) => seenBy(view, row, moment, sights)) : whole;
}

function countsIn(round, seats, sights) {
  if (!round.hands) return sightOf(round.number, sights).table[0].dice_counts;
  return seats.map((seat) => round.hands.find((hand) => hand.seat === seat)?.dice.length ?? 0);
}

/** A row as a seat knows it at a moment: cups that have come up, and what it saw of those that are down. */
function seenBy(seat, row, moment, sights) {
  const isAhead = row.number === null || row.number > moment.number;
  if (isAhead) return { ...row, isAhead, counts: row.counts.map(() => null) };
  if (row.number < moment.number || isRevealed(moment)) return row;
  return { ...row, counts: sightOf(row.number, sights).seats[seat][0].dice_counts };
}

function sightOf(number, sights) {
  return sights.find((one) => one.number === number);
}
