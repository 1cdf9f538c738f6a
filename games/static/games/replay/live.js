/** Keeps a running game up to date: asks for what is new, and rests while nobody looks. */

const SECONDS = 2;
const MOST_SECONDS = 30;

export class Live {
  #timer = null;
  #failures = 0;

  /** `address` tells what has happened after a version; `onTrouble` is told whether it cannot be reached. */
  constructor(player, { address, onTrouble }) {
    this.player = player;
    this.address = address;
    this.onTrouble = onTrouble;
    document.addEventListener("visibilitychange", () => (document.hidden ? this.stop() : this.ask()));
  }

  start() {
    if (!document.hidden) this.#later(SECONDS);
  }

  stop() {
    clearTimeout(this.#timer);
  }

  #later(seconds) {
    this.stop();
    this.#timer = setTimeout(() => this.ask(), 1000 * seconds);
  }

  async ask() {
    this.stop();
    try {
      const answer = await fetch(`${this.address}?after=${this.player.source.game.version}`, { redirect: "error" });
      if (!answer.ok) throw new Error(String(answer.status));
      this.#take(await answer.json());
      this.#failures = 0;
    } catch {
      this.#failures += 1;
    }
    this.onTrouble(this.#failures > 0);
    const isOver = this.player.source.game.finished_at !== null;
    if (!isOver && !document.hidden) this.#later(Math.min(SECONDS * 2 ** this.#failures, MOST_SECONDS));
  }

  #take(news) {
    const { source } = this.player;
    if (news.game.version !== source.game.version) this.player.renew(merged(source, news));
  }
}

/** The whole of a game from what was known of it and the rounds in which something has happened since. */
export function merged(source, news) {
  const isOld = (one) => !news.sights.some((fresh) => fresh.number === one.number);
  return {
    analysis: null,
    game: { ...news.game, rounds: [...source.game.rounds.filter(isOld), ...news.game.rounds] },
    sights: [...source.sights.filter(isOld), ...news.sights],
  };
}
