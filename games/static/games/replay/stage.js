/** The table: the seats in a ring, and in its middle the bid that stands, the call, or what came of it. */

import { ALL, TABLE } from "./address.js";
import { element } from "./dom.js";
import { gettext } from "./gettext.js";
import { Middle } from "./middle.js";
import { Seat } from "./seat.js";
import { seatsAt } from "./sight.js";

export class Stage {
  /** Drawn into `root`; a click on a cup looks under it, another away again. */
  constructor(root, player) {
    const { game } = player.source;
    this.seats = game.seats.map((seat) => new Seat(seat));
    this.middle = new Middle();
    const ring = element(
      "ol",
      { class: "perudo-ring", "aria-label": gettext("Seats") },
      ...this.seats.map((seat) => seat.root),
    );
    root.replaceChildren(this.middle.root, ring);
    this.#letCupsBeClicked(player);
    player.onChange(() => this.draw(player));
  }

  draw({ moment, view, source }) {
    const nearest = typeof view === "number" ? view : 0;
    seatsAt(moment, view, source).forEach((seat, index) => {
      const drawn = this.seats[index];
      drawn.moveTo((index - nearest + this.seats.length) % this.seats.length, this.seats.length);
      drawn.draw(seat, source.game);
    });
    this.middle.draw(moment, source);
  }

  /** For a mouse or a finger; with keys and screen readers the same is chosen from the list of views. */
  #letCupsBeClicked(player) {
    this.seats.forEach(({ root }, seat) => {
      root.addEventListener("click", () => {
        const { sights } = player.source;
        const views = [TABLE, ALL, ...(sights[0]?.seats ?? []).keys()];
        if (views.includes(seat)) player.lookAs(player.view === seat ? TABLE : seat);
      });
    });
  }
}
