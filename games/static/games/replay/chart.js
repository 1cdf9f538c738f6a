/** The dice of each player over the game: a line a seat, and beside it the same as a table. */

import { diceByRound, isInside } from "./counts.js";
import { element, setAttributes, svg } from "./dom.js";
import { gettext, put } from "./gettext.js";
import { nameOf } from "./words.js";

const HEIGHT = 200;
const EDGE = { left: 26, right: 12, top: 12, bottom: 24 };
const APART = 2.4; // so that lines of equal height lie beside one another

export class Chart {
  /**
   * `root` is for the picture, `legend` for the names of its lines, `table` for the same in numbers, and `note`, which
   * a running game has none of, for how much of the game it is.
   */
  constructor({ root, legend, table, note }, player) {
    this.root = root;
    this.legend = legend;
    this.table = table;
    this.note = note;
    this.player = player;
    this.rows = null;
    new ResizeObserver(() => this.#drawLines()).observe(root);
    player.onChange(() => this.draw());
  }

  draw() {
    const { source, moment, view } = this.player;
    const rows = diceByRound(source, moment, view);
    this.#drawLegend();
    if (this.note) this.note.textContent = noteOf(source.game, moment, view);
    if (JSON.stringify(rows) !== JSON.stringify(this.rows)) {
      this.rows = rows;
      this.#drawLines();
      this.#drawTable();
    }
    this.#drawPlace();
  }

  #drawLegend() {
    const { game } = this.player.source;
    const sitting = game.seats.filter((seat) => seat.player !== null);
    this.legend.replaceChildren(...sitting.map(({ seat }) => element("li", { "data-seat": seat }, nameOf(game, seat))));
  }

  #drawLines() {
    const width = this.root.clientWidth;
    if (this.rows === null || this.rows.length === 0 || width === 0) return;
    const { game } = this.player.source;
    const steps = Math.max(1, this.rows.length - 1);
    this.x = (index) => EDGE.left + (index * (width - EDGE.left - EDGE.right)) / steps;
    this.most = game.options.starting_dice;
    this.y = (dice) => HEIGHT - EDGE.bottom - (dice * (HEIGHT - EDGE.top - EDGE.bottom)) / this.most;
    this.place = svg("line", { class: "perudo-course-place", y1: EDGE.top - 6, y2: HEIGHT - EDGE.bottom });
    const words = gettext("Dice of each player, round by round. The same stands in the table below.");
    const picture = svg(
      "svg",
      { class: "perudo-course", viewBox: `0 0 ${width} ${HEIGHT}`, role: "img", "aria-label": words },
      svg("title", {}, words),
      ...this.#grid(width),
      this.place,
      ...game.seats.map((seat) => this.#line(seat.seat, game.seats.length)),
    );
    this.root.replaceChildren(picture);
    this.#drawPlace();
  }

  #grid(width) {
    const dice = Array.from({ length: this.most + 1 }, (_, count) => count);
    const every = Math.ceil(this.rows.length / (width / 28));
    const named = this.rows
      .map((row, index) => ({ ...row, index }))
      .filter((row) => row.number !== null && row.index % every === 0);
    return [
      ...dice.map((count) =>
        svg("line", {
          class: "perudo-course-rule",
          x1: EDGE.left,
          x2: width - EDGE.right,
          y1: this.y(count),
          y2: this.y(count),
        }),
      ),
      ...dice.map((count) => svg("text", { class: "perudo-course-label", x: 8, y: this.y(count) + 4 }, String(count))),
      ...named.map(({ number, index }) =>
        svg(
          "text",
          { class: "perudo-course-label", x: this.x(index), y: HEIGHT - 6, "text-anchor": "middle" },
          String(number),
        ),
      ),
    ];
  }

  #line(seat, seats) {
    const known = this.rows.findIndex((row) => row.counts[seat] === null);
    const rows = known < 0 ? this.rows : this.rows.slice(0, known);
    const outAt = rows.findIndex((row) => row.counts[seat] === 0);
    const drawn = outAt < 0 ? rows : rows.slice(0, outAt + 1);
    const beside = (seat - (seats - 1) / 2) * APART;
    const points = drawn.map((row, index) => [this.x(index), this.y(row.counts[seat]) + beside]);
    return svg(
      "g",
      { class: "perudo-course-seat", "data-seat": seat },
      svg("polyline", { points: points.map((point) => point.join(",")).join(" ") }),
      ...points.map(([cx, cy]) => svg("circle", { cx, cy, r: 2.6 })),
    );
  }

  #drawPlace() {
    if (!this.place) return;
    const { moment, moments } = this.player;
    const isLast = moment.kind === "end" && moments.length > 1;
    const index = isLast ? this.rows.length - 1 : this.rows.findIndex((row) => row.number === moment.number);
    setAttributes(this.place, { x1: this.x(Math.max(0, index)), x2: this.x(Math.max(0, index)) });
  }

  #drawTable() {
    const { game } = this.player.source;
    const names = game.seats.map((seat) =>
      element("th", { scope: "col", "data-seat": seat.seat }, nameOf(game, seat.seat)),
    );
    const head = element("thead", {}, element("tr", {}, element("th", { scope: "col" }, gettext("Round")), ...names));
    const known = this.rows.filter((row) => !row.isAhead);
    const body = known.map((row) =>
      element("tr", {}, element("th", { scope: "row" }, rowName(row)), ...row.counts.map(cell)),
    );
    this.table.replaceChildren(head, element("tbody", {}, ...body));
  }
}

/** Whether it is the whole game, or what a seat knew of it at the moment. */
export function noteOf(game, moment, view) {
  return isInside(moment, view)
    ? put(gettext("As far as %(name)s knew at this moment."), { name: nameOf(game, view) })
    : gettext("Of the whole game, whatever was known at this moment.");
}

function rowName(row) {
  return row.number === null ? gettext("end") : String(row.number);
}

function cell(count) {
  return element("td", {}, count === null ? "?" : String(count));
}
