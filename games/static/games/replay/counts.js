/** How many dice each seat had in each round, as far as that is known to everybody. */

/** A row a round: its number, or null for what was left at the end, and the seats' dice; null where it is hidden. */
export function diceByRound({ game, sights }) {
  const seats = game.seats.map((seat) => seat.seat);
  const rows = game.rounds.map((round) => ({ number: round.number, counts: rolledIn(round, seats) }));
  const last = game.unfinished_round ?? game.round;
  if (last) rows.push({ number: last.number, counts: last.hands ? rolledIn(last, seats) : seenIn(last, sights) });
  if (game.status === "finished") rows.push({ number: null, counts: game.seats.map((seat) => seat.dice_count) });
  return rows;
}

function rolledIn(round, seats) {
  return seats.map((seat) => round.hands.find((hand) => hand.seat === seat)?.dice.length ?? 0);
}

function seenIn(round, sights) {
  return sights.find((one) => one.number === round.number).table[0].dice_counts;
}
