/** One seat at the table: its name, its cup, its dice, and what it has said. */

import { cup } from "./cup.js";
import { die } from "./die.js";
import { element, setAttributes, symbol } from "./dom.js";
import { gettext, put } from "./gettext.js";
import { callWord, diceWords, nameOf } from "./words.js";

export class Seat {
  constructor({ seat }) {
    this.name = element("span", { class: "perudo-name" });
    this.state = element("span", { class: "perudo-state" });
    this.count = element("span", { class: "perudo-count" });
    this.dice = element("span", { class: "perudo-dice" });
    this.change = element("span", { class: "perudo-change" });
    this.said = element("span", { class: "perudo-said" });
    this.root = element(
      "li",
      { class: "perudo-seat", "data-seat": seat },
      element("span", { class: "perudo-plate" }, this.name, this.state),
      element("span", { class: "perudo-place" }, cup(), this.count, this.dice, this.change),
      this.said,
    );
  }

  /** Where it is in the ring: 0 is nearest to who looks, then on to the left, round the table. */
  moveTo(place, of) {
    const angle = 90 + (360 * place) / of;
    const sine = Math.sin((angle * Math.PI) / 180);
    this.root.style.setProperty("--perudo-angle", `${angle}deg`);
    setAttributes(this.root, { "data-side": sine > 0.01 ? "near" : "far" });
  }

  /** Draw the seat as `seatsAt` says it is. */
  draw(seat, game) {
    this.name.textContent = nameOf(game, seat.seat);
    setAttributes(this.root, {
      "data-cup": seat.cup,
      "data-turn": seat.isTurn,
      "data-gone": seat.isGone,
      "data-counted": seat.isCounted,
      "data-winner": seat.place === 1,
    });
    this.state.replaceChildren(...stateOf(seat));
    this.count.textContent = seat.cup === "down" ? countText(seat.count) : "";
    this.dice.replaceChildren(...seat.dice.map(({ face, lit }) => die(face, { lit })));
    this.#drawChange(seat.change);
    this.#drawSaid(seat.said);
  }

  #drawChange(change) {
    this.change.textContent =
      change === 0
        ? ""
        : put(change > 0 ? gettext("+%(count)s die") : gettext("−%(count)s die"), { count: Math.abs(change) });
    setAttributes(this.change, { "data-change": change > 0 ? "won" : change < 0 ? "lost" : null });
  }

  #drawSaid(said) {
    const words = said === null ? [] : said.kind === "bid" ? bidOf(said) : [callWord(said.kind)];
    const byTime = said?.timeout ? [symbol("timer"), hidden(gettext("time's move"))] : [];
    this.said.replaceChildren(...words, ...byTime);
    setAttributes(this.said, { "data-kind": said?.kind ?? null, "data-stands": said?.stands ?? false });
  }
}

/** `3 ×` and the picture of a die. */
export function bidOf({ quantity, face }) {
  return [element("span", { class: "perudo-times" }, `${quantity} ×`), die(face)];
}

function countText(count) {
  return count === null ? "?" : diceWords(count);
}

function hidden(text) {
  return element("span", { class: "perudo-unseen" }, text);
}

function stateOf(seat) {
  const marks = [];
  if (seat.place !== null) marks.push(put(gettext("place %(place)s"), { place: seat.place }));
  else if (seat.left === "timeout") marks.push(gettext("out of time"));
  else if (seat.left === "removed") marks.push(gettext("removed"));
  else if (seat.left === "left") marks.push(gettext("left"));
  else if (seat.isGone) marks.push(gettext("out"));
  if (seat.isPalifico) marks.push(gettext("palifico"));
  if (seat.isTurn) marks.push(gettext("on turn"));
  if (marks.length === 0 && seat.kind === "server") marks.push(gettext("server bot"));
  return marks.length ? [marks.join(" · ")] : [];
}
