/** Steps on by itself, at one of three speeds, and rests longer where there is more to see. */

const SECONDS = { waiting: 1, rolloff: 2, roll: 1.2, bid: 1.4, left: 1.6, call: 1.6, reveal: 2.8, result: 2.4, end: 1 };
const SPEEDS = { slow: 1.8, normal: 1, fast: 0.4 };

export class Autoplay {
  #timer = null;
  #listeners = [];

  /** `waits` is true where a game goes on: at its last moment it waits for the next, and does not stop. */
  constructor(player, { waits = false } = {}) {
    this.player = player;
    this.waits = waits;
    this.speed = "normal";
    this.isOn = false;
  }

  onChange(listener) {
    this.#listeners.push(listener);
  }

  set(isOn) {
    if (isOn && this.player.isAtEnd && !this.waits) this.player.goTo(0);
    this.isOn = isOn;
    this.schedule();
    for (const listener of this.#listeners) listener(this);
  }

  toggle() {
    this.set(!this.isOn);
  }

  setSpeed(speed) {
    this.speed = speed;
    this.schedule();
  }

  /** Wait for the moment to pass; anew wherever somebody has gone elsewhere. */
  schedule() {
    clearTimeout(this.#timer);
    if (!this.isOn || this.player.isAtEnd) return;
    const rest = SECONDS[this.player.moment.kind] * SPEEDS[this.speed];
    this.#timer = setTimeout(() => this.#step(), 1000 * rest);
  }

  #step() {
    this.player.step(1);
    if (this.player.isAtEnd && !this.waits) this.set(false);
    else this.schedule();
  }
}
