/** Where one is in a game and whose eyes one sees with, and who wants to know when that changes. */

import { TABLE } from "./address.js";
import { indexOfRound, momentsOf } from "./model.js";

export class Player {
  #listeners = [];

  /** `source` is what the server gave: the game's document, what was to be seen, and its analysis or null. */
  constructor(source) {
    this.index = 0;
    this.view = TABLE;
    this.#take(source);
  }

  #take(source) {
    this.source = source;
    this.moments = momentsOf(source.game);
  }

  get moment() {
    return this.moments[this.index];
  }

  get isAtEnd() {
    return this.index === this.moments.length - 1;
  }

  onChange(listener) {
    this.#listeners.push(listener);
  }

  /** Everybody is told, also where nothing has changed. */
  tell() {
    for (const listener of this.#listeners) listener(this);
  }

  goTo(index) {
    this.index = Math.min(Math.max(index, 0), this.moments.length - 1);
    this.tell();
  }

  step(by) {
    this.goTo(this.index + by);
  }

  stepRound(by) {
    this.goTo(indexOfRound(this.moments, this.index, by));
  }

  lookAs(view) {
    this.view = view;
    this.tell();
  }

  /** The game has gone on: the same moment of the newer document. */
  renew(source) {
    this.#take(source);
    this.goTo(this.index);
  }
}
