// A whole bot for the Perudo server: [PERUDO_TOKEN=...] node bot.mjs http://127.0.0.1:8000 [ruleset]. No packages.

import { randomBytes } from "node:crypto";

const [server, ruleset = "aces"] = process.argv.slice(2);
const sleep = (seconds) => new Promise((wake) => setTimeout(wake, 1000 * seconds));

async function call(method, path, body, token) {
  const headers = { "Content-Type": "application/json", ...(token && { Authorization: `Bearer ${token}` }) };
  const answer = await fetch(server + path, { method, headers, body: body && JSON.stringify(body) });
  const told = await answer.json(); // of a refusal, too: a problem document, which has a code
  if (answer.ok || (answer.status === 409 && path.endsWith("/moves/"))) return told; // 409: somebody was faster
  console.error(told.detail);
  if (answer.status !== 429) process.exit(1);
  await sleep(Number(answer.headers.get("Retry-After")));
  return call(method, path, body, token);
}

async function register() {
  const account = { username: "bot_" + randomBytes(6).toString("hex"), password: randomBytes(16).toString("base64url") };
  return (await call("POST", "/api/v1/players/", account)).token; // shown once: keep it
}

/** The mean number of dice on the table that count for a face, as far as this bot can tell. */
function expected(game, face) {
  const wild = game.round.palifico_seat === null;
  const counts = (die) => die === face || (wild && die === 1);
  const rolled = game.dice_in_play ?? 5 * game.round.commitments.length;
  const share = wild && face !== 1 ? 1 / 3 : 1 / 6;
  return game.you.dice.filter(counts).length + (rolled - game.you.dice.length) * share;
}

/** The bid that leaves the most room, or dudo where the standing bid asks for more than a die beyond the mean. */
function decide(game) {
  const room = (bid) => expected(game, bid.face) - bid.quantity;
  const standing = game.round.bids.at(-1);
  const bids = game.you.legal_bids.map(({ face, min }) => ({ face, quantity: min }));
  if (standing && (bids.length === 0 || room(standing) < -1)) return { action: "dudo" };
  return { action: "bid", ...bids.reduce((best, bid) => (room(bid) > room(best) ? bid : best)) };
}

const token = process.env.PERUDO_TOKEN || (await register());
const wish = { ruleset, seats: 3, turn_seconds: 60, fill_with_bots: true, max_wait: 1 };
let game = await call("POST", "/api/v1/games/quick/", wish, token);
while (["open", "active"].includes(game.status)) {
  const { actions, legal_bids } = game.you;
  if (legal_bids.length || actions.includes("dudo")) {
    const move = { ...decide(game), version: game.version };
    await call("POST", `/api/v1/games/${game.id}/moves/`, move, token);
  } else {
    await sleep(0.2);
  }
  game = await call("GET", `/api/v1/games/${game.id}/`, undefined, token);
}
const own = game.seats[game.you.seat];
console.log(`${own.player} took place ${own.place} of ${game.seats.length}`);
