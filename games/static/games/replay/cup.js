/** A leather cup, mouth down, in the colour of its seat. */

import { svg } from "./dom.js";

export function cup() {
  return svg(
    "svg",
    { class: "perudo-cup", viewBox: "0 0 100 100", "aria-hidden": "true" },
    svg("path", { class: "perudo-cup-body", d: "M26 10 Q50 3 74 10 L87 84 Q50 97 13 84 Z" }),
    svg("path", { class: "perudo-cup-shine", d: "M32 13 L24 83 Q30 86 37 87 L42 11 Z" }),
    svg("path", { class: "perudo-cup-rim", d: "M13 84 Q50 97 87 84 L88 91 Q50 104 12 91 Z" }),
    svg("path", { class: "perudo-cup-stitch", d: "M24 24 Q50 31 76 24" }),
    svg("path", { class: "perudo-cup-stitch", d: "M17 68 Q50 80 83 68" }),
  );
}
