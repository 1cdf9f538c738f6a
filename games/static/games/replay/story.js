/** A moment told in a sentence or two: what a screen reader says, and what stands below the table. */

import { gettext, put } from "./gettext.js";
import { standingBid } from "./model.js";
import { bidWords, faceWord, nameOf } from "./words.js";

export function tell(moment, { game, sights }) {
  const name = (seat) => nameOf(game, seat);
  const tellers = { waiting, rolloff, roll, bid, left, call, reveal, result, end };
  return tellers[moment.kind](moment, name, { game, sights });
}

function waiting(_moment, _name, { game }) {
  if (game.finished_at !== null) return gettext("The table was given up before its game began.");
  const taken = game.seats.filter((seat) => seat.player !== null).length;
  return put(gettext("The table is open. Seats taken: %(taken)s of %(seats)s."), { taken, seats: game.seats.length });
}

function rolloff(moment, name) {
  const dice = moment.round.roll_off[moment.nth - 1].map(({ seat, die }) => `${name(seat)} – ${faceWord(die)}`);
  return put(gettext("The highest die opens. Pass %(pass)s: %(dice)s."), { pass: moment.nth, dice: dice.join(", ") });
}

function roll(moment, name, { sights }) {
  const { number, round } = moment;
  const opener = name(sights.find((one) => one.number === number).turns[0]);
  return round.palifico_seat === null
    ? put(gettext("Round %(number)s. The cups are down, %(opener)s opens."), { number, opener })
    : put(gettext("Round %(number)s is palifico: ones are not wild. %(opener)s opens."), { number, opener });
}

function bid(moment, name) {
  const made = standingBid(moment);
  const said = { name: name(made.seat), bid: bidWords(made) };
  return made.timeout
    ? put(gettext("Time is up: it bids %(bid)s for %(name)s."), said)
    : put(gettext("%(name)s bids %(bid)s."), said);
}

function left(moment, name) {
  const { seat, reason } = moment.round.departures[moment.nth - 1];
  const said = { name: name(seat) };
  if (reason === "timeout") return put(gettext("%(name)s is out of time for the second time, and leaves."), said);
  if (reason === "removed") return put(gettext("%(name)s is removed from the game."), said);
  return put(gettext("%(name)s leaves the game."), said);
}

function call(moment, name) {
  const { kind, seat, timeout } = moment.round.call;
  const said = { name: name(seat), bid: bidWords(standingBid(moment)) };
  if (kind === "calza") return put(gettext("%(name)s calls calza: exactly %(bid)s."), said);
  return timeout
    ? put(gettext("Time is up: it calls dudo for %(name)s."), said)
    : put(gettext("%(name)s doubts %(bid)s: dudo."), said);
}

function reveal(moment) {
  const { count } = moment.round;
  if (count === null) return gettext("Nobody has called. All cups are up.");
  const bid = bidWords(standingBid(moment));
  return put(gettext("All cups are up. Dice that count: %(count)s. The bid: %(bid)s."), { count, bid });
}

function result(moment, name) {
  const { next_opener: opener } = moment.round;
  const next = opener === null ? "" : put(gettext("%(name)s opens next."), { name: name(opener) });
  return `${changed(moment, name)} ${next}`.trim();
}

function changed({ round }, name) {
  const change = round.dice_change;
  if (round.call.kind === "departure") return gettext("The last opponent has left.");
  if (change === null && round.call.kind === "calza") {
    return put(gettext("Exactly right. %(name)s has every die already."), { name: name(round.call.seat) });
  }
  if (change === null) return gettext("No die is lost, for the bidder has left.");
  const { before, after } = change;
  const said = { name: name(change.seat), before, after };
  if (after > before) return put(gettext("Exactly right. %(name)s takes back a die: %(before)s, now %(after)s."), said);
  if (after === 0) return put(gettext("%(name)s loses the last die and is out."), said);
  return put(gettext("%(name)s loses a die: %(before)s, now %(after)s."), said);
}

function end(_moment, name, { game }) {
  if (game.winner === null) return gettext("The game was given up here.");
  return put(gettext("%(name)s wins the game."), { name: name(game.winner) });
}
