/** The analysis of the whole game, a row for each player. */

import { element } from "./dom.js";
import { nameOf, decimal, percent } from "./words.js";

/** Fill the rows of a table whose head the page has. */
export function drawSummary(body, { analysis, game }) {
  body.replaceChildren(...analysis.seats.map((seat) => row(seat, game)));
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
