/**
 * What the decision of a moment was worth (docs/analysis.md): the server has worked it out, here it is shown. It tells
 * of the dice of its maker, and so only to those who know them.
 */

import { ALL, addressOf } from "./address.js";
import { element } from "./dom.js";
import { gettext, put } from "./gettext.js";
import { knowsHand } from "./sight.js";
import { bidWords, nameOf, percent } from "./words.js";

export class Analysis {
  constructor(root, player) {
    this.root = root;
    player.onChange(() => this.draw(player));
  }

  draw({ moment, source, view }) {
    const decision = decisionAt(moment, source.analysis);
    this.root.replaceChildren(...told(decision, moment, view, source.game));
  }
}

/** The decision that led to the moment: a bid's own, a call's from the call to the end of the round; else none. */
export function decisionAt(moment, analysis) {
  const round = analysis?.rounds.find((one) => one.number === moment.number);
  if (round === undefined || ["rolloff", "roll", "left", "waiting"].includes(moment.kind)) return null;
  const isCall = moment.kind !== "bid" && moment.round.call.kind !== "departure";
  return isCall ? round.decisions.at(-1) : moment.kind === "bid" ? round.decisions[moment.nth - 1] : null;
}

function told(decision, moment, view, game) {
  if (decision === null) return [hint(gettext("Nothing was decided here."))];
  const heading = headingOf(decision, game);
  return knowsHand(decision.seat, moment, view)
    ? [element("p", { class: "perudo-decision" }, heading, ...marks(decision)), chances(decision)]
    : [element("p", { class: "perudo-decision" }, heading), ...kept(decision, moment, game)];
}

function hint(text) {
  return element("p", { class: "perudo-hint" }, text);
}

/** In place of what would tell of a cup that is closed: where it can be looked at. */
function kept({ seat }, moment, game) {
  const name = nameOf(game, seat);
  const way = (view, text) => element("li", {}, element("a", { href: addressOf(moment, view) }, text));
  return [
    hint(put(gettext("What that was worth would tell of the dice under the cup of %(name)s."), { name })),
    element(
      "ul",
      { class: "perudo-ways" },
      way(seat, put(gettext("As seen by %(name)s"), { name })),
      way(ALL, gettext("With all hands")),
    ),
  ];
}

function headingOf(decision, game) {
  const bid = bidWords(decision);
  const name = nameOf(game, decision.seat);
  const isBid = decision.action === "bid";
  return put(isBid ? gettext("%(name)s bid %(bid)s") : gettext("%(name)s called %(call)s on %(bid)s"), {
    name,
    bid,
    call: decision.action,
  });
}

function chances(decision) {
  return element(
    "dl",
    { class: "perudo-chances" },
    ...chance(gettext("The bid is good"), decision.chance_good),
    ...chance(gettext("It is exact"), decision.chance_exact),
    ...fact(gettext("Own dice that count"), String(decision.held)),
    ...fact(gettext("Dice unseen"), String(decision.unseen)),
    ...fact(gettext("Best choice"), choiceWords(decision.best)),
    ...fact(gettext("Chance lost"), percent(decision.chance_lost, 1)),
  );
}

function marks(decision) {
  const words = [];
  if (decision.bluff) words.push(gettext("bluff"));
  if (decision.timeout) words.push(gettext("time's move"));
  if (decision.chance_lost === 0) words.push(gettext("best"));
  return words.map((word) => element("span", { class: "perudo-mark" }, word));
}

function chance(term, share) {
  const label = percent(share, 1);
  const bar = element("meter", { class: "perudo-meter", min: 0, max: 1, value: share, "aria-label": term });
  return [element("dt", {}, term), element("dd", {}, bar, element("span", {}, label))];
}

function fact(term, value) {
  return [element("dt", {}, term), element("dd", {}, value)];
}

function choiceWords(best) {
  const choices = {
    bid: () => bidWords(best),
    dudo: () => gettext("dudo"),
    calza: () => gettext("calza"),
    wait: () => gettext("to wait"),
  };
  return put(gettext("%(choice)s, worth %(worth)s"), { choice: choices[best.action](), worth: percent(best.worth, 1) });
}
