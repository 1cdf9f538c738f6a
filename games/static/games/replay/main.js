/** The page of a game: everything is put together here. */

import { addressOf, indexAt, isNamed, viewAt } from "./address.js";
import { Analysis } from "./analysis.js";
import { Autoplay } from "./autoplay.js";
import { Chart } from "./chart.js";
import { Controls } from "./controls.js";
import { Idle } from "./idle.js";
import { listenToKeys } from "./keys.js";
import { Ladder } from "./ladder.js";
import { Live } from "./live.js";
import { Player } from "./player.js";
import { Rounds } from "./rounds.js";
import { Stage } from "./stage.js";
import { tell } from "./story.js";
import { Summary } from "./summary.js";

const root = document.getElementById("perudo");
const part = (name) => root.querySelector(`[data-part=${name}]`);
const source = JSON.parse(document.getElementById("perudo-source").textContent);
const isLive = root.dataset.news !== undefined;

const player = new Player(source);
const autoplay = new Autoplay(player, { waits: isLive });
new Stage(part("stage"), player);
new Ladder(part("ladder"), player);
new Rounds(part("rounds"), player);
const chart = { root: part("chart"), legend: part("legend"), table: part("chart-table"), note: part("chart-note") };
new Chart(chart, player);
new Controls(part("controls"), { player, autoplay });
if (source.analysis) {
  new Analysis(part("analysis"), player);
  new Summary({ rows: part("summary"), shown: part("summary-shown"), kept: part("summary-kept") }, player);
}
new Idle({ steps: [part("controls")], told: [part("side"), part("numbers")] }, player);
player.onChange(() => {
  part("story").textContent = tell(player.moment, player.source);
  autoplay.schedule();
});
listenToKeys(root, { player, autoplay });
followAddress();
if (isLive) watch();
root.dataset.ready = "true";

/** The address in the browser is that of the moment, and the moment is that of the address. */
function followAddress() {
  const write = () => history.replaceState(null, "", addressOf(player.moment, player.view));
  const go = () => {
    const { hash } = location;
    player.view = viewAt(hash, source.sights[0]?.seats.length ?? 0);
    player.goTo(indexAt(hash, player.moments));
    // Said until the next step.
    part("nearest").toggleAttribute("hidden", isNamed(hash, player.moment));
  };
  player.onChange(() => part("nearest").setAttribute("hidden", ""));
  const start = isLive && location.hash === "" ? () => player.goTo(player.moments.length - 1) : go;
  addEventListener("hashchange", go);
  start();
  if (location.hash !== "") write();
  let timer = null;
  player.onChange(() => {
    const followed = location.hash;
    // Browsers refuse an address that changes too often.
    clearTimeout(timer);
    timer = setTimeout(() => {
      // Another one by now means that a link was followed, and that its `hashchange` is still to come.
      if (location.hash === followed) write();
    }, 300);
  });
}

/** Whoever is where the game stands goes on with it, to the replay once it is over; others find a link there. */
function watch() {
  const { news, replay } = root.dataset;
  const over = part("over");
  const onTrouble = (isTrouble) => part("trouble").toggleAttribute("hidden", !isTrouble);
  player.onChange(() => {
    const isOver = player.source.game.finished_at !== null;
    over.toggleAttribute("hidden", !isOver);
    if (isOver && player.isAtEnd && autoplay.isOn) {
      setTimeout(() => location.assign(replay + addressOf(player.moment, player.view)), 1500);
    }
  });
  autoplay.set(player.isAtEnd);
  new Live(player, { address: news, onTrouble }).start();
}
