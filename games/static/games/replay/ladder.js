/** The round so far, a line for each bid and what else happened, each a link to its moment. */

import { addressOf } from "./address.js";
import { element } from "./dom.js";
import { gettext } from "./gettext.js";
import { standingBid } from "./model.js";
import { bidOf } from "./seat.js";
import { callWord, nameOf } from "./words.js";

export class Ladder {
  constructor(root, player) {
    this.root = root;
    player.onChange(() => this.draw(player));
  }

  draw({ moments, index, view, source }) {
    const { number } = moments[index];
    const soFar = moments.slice(0, index + 1).filter((one) => one.number === number && one.round !== null);
    this.root.replaceChildren(...soFar.map((one) => line(one, one === moments[index], view, source)));
    requestAnimationFrame(() => this.root.scrollTo(0, this.root.scrollHeight));
  }
}

function line(moment, isCurrent, view, { game }) {
  const { who, what } = LINES[moment.kind](moment, game);
  const link = element(
    "a",
    { class: "perudo-line", href: addressOf(moment, view), "aria-current": isCurrent ? "step" : null },
    element("span", { class: "perudo-who" }, who === null ? "" : nameOf(game, who)),
    element("span", { class: "perudo-what" }, ...what),
  );
  return element("li", { "data-seat": who, "data-kind": moment.kind }, link);
}

const LINES = {
  rolloff: () => ({ who: null, what: [gettext("roll-off")] }),
  roll: () => ({ who: null, what: [gettext("cups down")] }),
  bid: (moment) => ({ who: standingBid(moment).seat, what: bidOf(standingBid(moment)) }),
  left: (moment) => ({ who: moment.round.departures[moment.nth - 1].seat, what: [gettext("leaves")] }),
  call: ({ round }) => ({ who: round.call.seat, what: [callWord(round.call.kind)] }),
  reveal: () => ({ who: null, what: [gettext("cups up")] }),
  result: ({ round }) => ({ who: round.dice_change?.seat ?? null, what: [changeOf(round.dice_change)] }),
  end: () => ({ who: null, what: [gettext("the end")] }),
};

function changeOf(change) {
  if (change === null) return gettext("no die moves");
  return `${change.before} → ${change.after}`;
}
