/** What is said of a game: names, bids, dice. */

import { gettext, ngettext, put } from "./gettext.js";

/** What the server calls whoever has deleted their account: no name, as it has a space. */
const DELETED = "deleted player";

/** A seat by its player; with its number where somebody sits in several, as the server's bots may. */
export function nameOf(game, seat) {
  const { player } = game.seats[seat];
  if (player === null) return gettext("free seat");
  const isOnce = game.seats.filter((one) => one.player === player).length === 1;
  const name = player === DELETED ? gettext("deleted player") : player;
  return isOnce ? name : `${name} (${seat})`;
}

/** `4 fives`, as it stands after "bids". */
export function bidWords({ quantity, face }) {
  const forms = [
    ngettext("%(quantity)s one", "%(quantity)s ones", quantity),
    ngettext("%(quantity)s two", "%(quantity)s twos", quantity),
    ngettext("%(quantity)s three", "%(quantity)s threes", quantity),
    ngettext("%(quantity)s four", "%(quantity)s fours", quantity),
    ngettext("%(quantity)s five", "%(quantity)s fives", quantity),
    ngettext("%(quantity)s six", "%(quantity)s sixes", quantity),
  ];
  return put(forms[face - 1], { quantity });
}

/** The name of one die that shows the face. */
export function faceWord(face) {
  const words = [gettext("one"), gettext("two"), gettext("three"), gettext("four"), gettext("five"), gettext("six")];
  return words[face - 1];
}

export function diceWords(count) {
  return put(ngettext("%(count)s die", "%(count)s dice", count), { count });
}

export function callWord(kind) {
  return kind === "calza" ? gettext("Calza!") : gettext("Dudo!");
}

/** A chance, a share or a rate in percent; null is a dash. */
export function percent(share, digits = 0) {
  if (share === null) return "–";
  return new Intl.NumberFormat(document.documentElement.lang, {
    style: "percent",
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(share);
}

export function decimal(number, { signed = false } = {}) {
  if (number === null) return "–";
  const signs = signed ? { signDisplay: "exceptZero" } : {};
  return new Intl.NumberFormat(document.documentElement.lang, {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
    ...signs,
  }).format(number);
}
