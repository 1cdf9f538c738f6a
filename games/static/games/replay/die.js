/** Dice as drawn pictures. The one is Peru's sun: it is wild. */

import { svg } from "./dom.js";
import { gettext, put } from "./gettext.js";
import { faceWord } from "./words.js";

const PIPS = {
  2: [
    [28, 28],
    [72, 72],
  ],
  3: [
    [26, 26],
    [50, 50],
    [74, 74],
  ],
  4: [
    [28, 28],
    [72, 28],
    [28, 72],
    [72, 72],
  ],
  5: [
    [27, 27],
    [73, 27],
    [50, 50],
    [27, 73],
    [73, 73],
  ],
  6: [
    [28, 25],
    [72, 25],
    [28, 50],
    [72, 50],
    [28, 75],
    [72, 75],
  ],
};

/** A die of the face; `lit` where it counts. `label` false where words beside it say the same. */
export function die(face, { lit = false, label = true } = {}) {
  const words = lit ? put(gettext("%(face)s, counts"), { face: faceWord(face) }) : faceWord(face);
  const described = label ? { role: "img", "aria-label": words } : { "aria-hidden": "true" };
  return svg(
    "svg",
    { class: "perudo-die", viewBox: "0 0 100 100", "data-face": face, "data-lit": lit, ...described },
    label && svg("title", {}, words),
    svg("rect", { class: "perudo-die-body", x: 4, y: 4, width: 92, height: 92, rx: 20 }),
    ...(face === 1 ? sun() : pips(face)),
  );
}

function pips(face) {
  return PIPS[face].map(([cx, cy]) => svg("circle", { class: "perudo-die-pip", cx, cy, r: 9.5 }));
}

function sun() {
  const rays = Array.from({ length: 8 }, (_, turn) =>
    svg("path", { class: "perudo-die-sun", d: "M50 15 L56 29 L44 29 Z", transform: `rotate(${45 * turn} 50 50)` }),
  );
  return [svg("circle", { class: "perudo-die-sun", cx: 50, cy: 50, r: 17 }), ...rays];
}
