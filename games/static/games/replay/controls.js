/** The buttons, the slider, and the choices of view and speed. */

import { ALL, TABLE } from "./address.js";
import { element, setAttributes } from "./dom.js";
import { gettext } from "./gettext.js";
import { tell } from "./story.js";
import { nameOf } from "./words.js";

export class Controls {
  constructor(root, { player, autoplay }) {
    const named = (name) => root.querySelector(`[data-control=${name}]`);
    this.slider = named("slider");
    this.play = named("play");
    this.position = named("position");
    this.view = named("view");
    this.autoplay = autoplay;
    this.back = ["first", "round-back", "back"].map(named);
    this.forward = ["forward", "round-forward", "last"].map(named);
    const acts = {
      first: () => player.goTo(0),
      "round-back": () => player.stepRound(-1),
      back: () => player.step(-1),
      play: () => autoplay.toggle(),
      forward: () => player.step(1),
      "round-forward": () => player.stepRound(1),
      last: () => player.goTo(player.moments.length - 1),
    };
    for (const [name, act] of Object.entries(acts)) named(name).addEventListener("click", act);
    this.slider.addEventListener("input", () => player.goTo(Number(this.slider.value)));
    this.#offerViews(player);
    this.#offerSpeeds(root.querySelectorAll("[name=perudo-speed]"));
    player.onChange(() => this.draw(player));
    autoplay.onChange(() => this.#drawPlay());
    this.#drawPlay();
  }

  draw(player) {
    const { index, moments, moment } = player;
    setAttributes(this.slider, { max: moments.length - 1, "aria-valuetext": tell(moment, player.source) });
    this.slider.value = index;
    this.view.value = player.view;
    this.position.textContent = `${index + 1} / ${moments.length}`;
    // Not `disabled`: a button that has the focus would lose it.
    for (const button of this.back) setAttributes(button, { "aria-disabled": index === 0 ? "true" : null });
    for (const button of this.forward) setAttributes(button, { "aria-disabled": player.isAtEnd ? "true" : null });
  }

  #drawPlay() {
    const { isOn } = this.autoplay;
    setAttributes(this.play, { "aria-pressed": String(isOn) });
    this.play.querySelector(".perudo-symbol").textContent = isOn ? "pause" : "play_arrow";
  }

  /** The table's view, every hand, and each seat's; of a running game there is the table's alone. */
  #offerViews(player) {
    const { game, sights } = player.source;
    const seats = [...(sights[0]?.seats ?? []).keys()];
    const views = seats.length
      ? [
          [TABLE, gettext("the table")],
          [ALL, gettext("all hands")],
        ]
      : [[TABLE, gettext("the table")]];
    const options = [...views, ...seats.map((seat) => [seat, nameOf(game, seat)])];
    setAttributes(this.view.closest("label"), { hidden: options.length === 1 });
    this.view.replaceChildren(...options.map(([value, label]) => element("option", { value }, label)));
    this.view.addEventListener("change", () => {
      const { value } = this.view;
      player.lookAs([TABLE, ALL].includes(value) ? value : Number(value));
    });
  }

  #offerSpeeds(inputs) {
    for (const input of inputs) input.addEventListener("change", () => this.autoplay.setSpeed(input.value));
  }
}
