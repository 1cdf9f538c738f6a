/** All rounds as links, the palifico ones marked. */

import { addressOf } from "./address.js";
import { element } from "./dom.js";
import { gettext, put } from "./gettext.js";

export class Rounds {
  constructor(root, player) {
    this.root = root;
    player.onChange(() => this.draw(player));
  }

  draw({ moments, index, view }) {
    const { number } = moments[index];
    const starts = moments.filter((one) => one.kind === "roll");
    this.root.replaceChildren(...starts.map((one) => element("li", {}, link(one, view, one.number === number))));
  }
}

function link(moment, view, isCurrent) {
  const isPalifico = moment.round.palifico_seat !== null;
  const words = isPalifico ? gettext("Round %(number)s, palifico") : gettext("Round %(number)s");
  return element(
    "a",
    {
      class: "perudo-round",
      href: addressOf(moment, view),
      "data-palifico": isPalifico,
      "aria-label": put(words, { number: moment.number }),
      "aria-current": isCurrent ? "true" : null,
    },
    String(moment.number),
  );
}
