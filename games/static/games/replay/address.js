/**
 * Where a moment is, as the part of an address after `#`: `round=3&bid=2`, `round=3&call`, `end`. Behind it, whose eyes
 * see it: `as=1` is seat 1, `as=all` sees every hand, and without it, it is seen as from beside the table.
 */

const COUNTED = ["rolloff", "bid", "left"];
const NAMED = ["call", "reveal", "result"];
export const TABLE = "table";
export const ALL = "all";

export function addressOf(moment, view) {
  const parts = [];
  if (moment.kind === "end") parts.push("end");
  else if (moment.number > 0) parts.push(`round=${moment.number}`);
  if (COUNTED.includes(moment.kind)) parts.push(`${moment.kind}=${moment.nth}`);
  if (NAMED.includes(moment.kind)) parts.push(moment.kind);
  if (view !== TABLE) parts.push(`as=${view}`);
  return `#${parts.join("&")}`;
}

/** The index of the moment that an address names. What is not there is the nearest before it, nothing the start. */
export function indexAt(hash, moments) {
  const told = new URLSearchParams(hash.replace(/^#/, ""));
  if (told.has("end")) return moments.length - 1;
  const number = whole(told.get("round"));
  if (number === null) return 0;
  const inRound = moments.flatMap((one, index) => (one.number === number && one.kind !== "end" ? [index] : []));
  if (inRound.length === 0) return number > moments.at(-1).number ? moments.length - 1 : 0;
  const found = (test) => inRound.findLast((index) => test(moments[index]));
  const named = NAMED.find((kind) => told.has(kind));
  if (named) return found((one) => one.kind === named) ?? inRound.at(-1);
  const counted = COUNTED.find((kind) => whole(told.get(kind)) !== null);
  const start = found((one) => one.kind === "roll");
  if (!counted) return start;
  return found((one) => one.kind === counted && one.nth <= whole(told.get(counted))) ?? start;
}

/** Whether an address that names a moment names this one, and not what is not there. */
export function isNamed(hash, moment) {
  const told = momentIn(hash);
  return told.length === 0 || told.join("&") === momentIn(addressOf(moment, TABLE)).join("&");
}

function momentIn(hash) {
  const told = new URLSearchParams(hash.replace(/^#/, ""));
  return [...told].flatMap(([name, value]) => (name === "as" ? [] : [`${name}=${value}`])).sort();
}

/** Whose eyes an address sees with: `table`, `all`, or the number of one of the seats that there are views of. */
export function viewAt(hash, seats) {
  const told = new URLSearchParams(hash.replace(/^#/, "")).get("as");
  if (told === ALL && seats > 0) return ALL;
  const seat = whole(told);
  return seat !== null && seat < seats ? seat : TABLE;
}

function whole(text) {
  return /^\d{1,6}$/.test(text ?? "") ? Number(text) : null;
}
