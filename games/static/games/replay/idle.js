/** What there is nothing in yet is not shown: of a table that waits, all but the table; buttons where nothing moves. */

export class Idle {
  /** `steps` are the parts that lead from moment to moment, `told` those that tell of rounds. */
  constructor({ steps, told }, player) {
    player.onChange(({ moment, moments }) => {
      steps.forEach((part) => part.toggleAttribute("hidden", moments.length === 1));
      told.forEach((part) => part.toggleAttribute("hidden", moment.round === null));
    });
  }
}
