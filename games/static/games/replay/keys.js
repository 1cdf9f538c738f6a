/** Keys: left and right a step, up and down or with shift a round, Home and End, and space plays. */

const KEYS = {
  ArrowLeft: ({ player }, shift) => (shift ? player.stepRound(-1) : player.step(-1)),
  ArrowRight: ({ player }, shift) => (shift ? player.stepRound(1) : player.step(1)),
  ArrowUp: ({ player }) => player.stepRound(-1),
  ArrowDown: ({ player }) => player.stepRound(1),
  Home: ({ player }) => player.goTo(0),
  End: ({ player }) => player.goTo(player.moments.length - 1),
  " ": ({ autoplay }) => autoplay.toggle(),
};
const TYPED_INTO = "input:not([type=range]), select, textarea, [contenteditable], [role=menu], dialog";
const PRESSED = "button, a, summary";

/** Listens in `root`, and wherever nothing has the focus. */
export function listenToKeys(root, page) {
  document.addEventListener("keydown", (event) => {
    const { target } = event;
    const isOurs = target === document.body || root.contains(target);
    const isTheirs = target.matches(TYPED_INTO) || (event.key === " " && target.matches(PRESSED));
    const act = KEYS[event.key];
    if (!act || !isOurs || isTheirs || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    act(page, event.shiftKey);
  });
}
