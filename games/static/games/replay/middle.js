/** The middle of the table. */

import { element, setAttributes } from "./dom.js";
import { gettext, put } from "./gettext.js";
import { isRevealed, standingBid } from "./model.js";
import { bidOf } from "./seat.js";
import { callWord, nameOf } from "./words.js";

export class Middle {
  constructor() {
    this.palifico = element("p", { class: "perudo-palifico" }, gettext("palifico"));
    this.note = element("p", { class: "perudo-note" });
    this.main = element("p", { class: "perudo-main" });
    this.outcome = element("p", { class: "perudo-outcome" });
    this.root = element("div", { class: "perudo-middle" }, this.palifico, this.note, this.main, this.outcome);
  }

  draw(moment, { game }) {
    const { note = [], main = [], outcome = [] } = PARTS[moment.kind](moment, game);
    const isPalifico = moment.round !== null && moment.round.palifico_seat !== null;
    this.note.replaceChildren(...note);
    this.main.replaceChildren(...main);
    this.outcome.replaceChildren(...outcome);
    setAttributes(this.palifico, { hidden: !isPalifico });
  }
}

const PARTS = { waiting, rolloff, roll: bidding, bid: bidding, left: bidding, call, reveal, result: reveal, end };

function waiting() {
  return {};
}

function rolloff() {
  return { note: [gettext("Who opens?")] };
}

function title(moment) {
  return [put(gettext("Round %(number)s"), { number: moment.number })];
}

function bidding(moment, game) {
  const bid = standingBid(moment);
  if (bid === null) return { note: title(moment) };
  return { note: title(moment), main: bidOf(bid), outcome: [nameOf(game, bid.seat)] };
}

function call(moment, game) {
  const { kind, seat } = moment.round.call;
  const said = element("span", { class: "perudo-call", "data-call": kind }, callWord(kind));
  return { note: bidOf(standingBid(moment)), main: [said], outcome: [nameOf(game, seat)] };
}

function reveal(moment) {
  const { round } = moment;
  if (round.count === null) return { note: title(moment), outcome: [gettext("uncalled")] };
  const bid = element("span", { class: "perudo-bid-small" }, ...bidOf(standingBid(moment)));
  const count = element("span", { class: "perudo-counted" }, String(round.count));
  return { note: [gettext("bid"), bid], main: [count], outcome: [gettext("on the table")] };
}

function end(moment, game) {
  if (game.winner === null) return { main: [gettext("given up")] };
  const called = moment.round !== null && isRevealed(moment);
  return {
    note: called ? title(moment) : [],
    main: [element("span", { class: "perudo-winner" }, nameOf(game, game.winner))],
    outcome: [gettext("wins the game")],
  };
}
