/** The analysis of the whole game, a row for each player. A seat does not know it before the game is over. */

import { isInside } from "./counts.js";
import { element } from "./dom.js";
import { gettext, put } from "./gettext.js";
import { decimal, nameOf, percent } from "./words.js";

export class Summary {
  /** `rows` is the body of a table whose head the page has, `shown` what holds it, `kept` stands in its place. */
  constructor({ rows, shown, kept }, player) {
    const { analysis, game } = player.source;
    rows.replaceChildren(...analysis.seats.map((seat) => row(seat, game)));
    player.onChange(({ moment, view }) => {
      const isKept = isInside(moment, view);
      kept.textContent = isKept ? whyKept(nameOf(game, view)) : "";
      shown.toggleAttribute("hidden", isKept);
    });
  }
}

function whyKept(name) {
  return put(
    gettext("These numbers tell of dice that %(name)s did not see, and are shown when the game is over."),
    { name },
  );
}

function row(seat, game) {
  const cells = [
    withRate(seat.bids, seat.bluff_rate),
    withRate(seat.calls, seat.good_call_rate),
    decimal(seat.luck, { signed: true }),
    percent(seat.mean_chance_lost, 1),
  ];
  return element(
    "tr",
    { "data-seat": seat.seat },
    element("th", { scope: "row" }, nameOf(game, seat.seat)),
    ...cells.map((cell) => element("td", {}, cell)),
  );
}

function withRate(count, rate) {
  return rate === null ? String(count) : `${count} (${percent(rate)})`;
}
