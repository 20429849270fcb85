// The page: hears what changed and shows it again.

import { dress } from "./appearance.js";
import { showAsk } from "./ask.js";
import { showBar } from "./bar.js";
import { Board } from "./board.js";
import { showClock } from "./clock.js";
import { byId } from "./dom.js";
import { showFinished } from "./archive.js";
import { Hand } from "./hand.js";
import { lookBack, lookingBack, scrollRecord, showRecord } from "./history.js";
import { showLegend } from "./legend.js";
import { Link } from "./link.js";
import { showFaults, showMeeting, showMenu } from "./menu.js";
import { Motion } from "./motion.js";
import { showOffers } from "./offers.js";
import { showPlayers } from "./players.js";
import { showReview } from "./review.js";
import { isHost } from "./role.js";
import { keepSeats } from "./seats.js";
import { coverSecret, showSecret } from "./secret.js";
import { keepForLater, showTitle, wordsWhileAway } from "./habits.js";
import { play } from "./sound.js";
import { keepOpen, showStatus } from "./status.js";
import { showTray } from "./tray.js";
import { addVoice, dueWords, listenForReading, speakAloud, turnWords } from "./voice.js";
import { preferred, remember, said, speak, t } from "./words.js";

const HIDDEN = 100; // milliseconds after which nobody looks: a page in the background has no frames
const READABLE = 6000; // milliseconds for which a complaint can be read

let complained = null; // the timer that takes the last complaint away
let spoken = null; // the number of the last verdicts that were said aloud
let urged = ""; // what was to be done when something was last said aloud
let drawn = null; // the board that is drawn, by name and game
let due = new Set(); // what has changed and is not shown yet
let showing = false;

const link = new Link(tell);
const board = new Board(link);
const hand = new Hand(link, board);
const motion = new Motion(board, hand);
dress();

// What comes while something is being shown is shown together afterwards: nothing is drawn twice.
async function tell(changed) {
  for (const key of changed) due.add(key);
  if (showing) return;
  showing = true;
  try {
    while (due.size) {
      const now = due;
      due = new Set();
      await show(now);
    }
  } finally {
    showing = false;
  }
}

async function show(changed) {
  const held = document.activeElement !== document.body;
  await showAll(changed);
  if (held) keepFocus();
}

// Whose button is gone goes on where things happen, not at the top of the page.
function keepFocus() {
  const active = document.activeElement;
  if (active !== document.body && active?.checkVisibility()) return;
  const rest =
    link.view.screen === "game"
      ? board.node(board.current)
      : document.querySelector("#offers .main, #choose :checked");
  rest?.focus({ preventScroll: true });
}

async function showAll(changed) {
  byId("offline").hidden = link.online;
  if (!link.online) await wordsWhileAway(link);
  if (!link.online) byId("offline").textContent = t("page.offline");
  document.body.classList.toggle("offline", !link.online);
  if (changed.has("fixed") && !document.body.dataset.ready) await speak(preferred(link.fixed));
  if (changed.has("error")) complain();
  if (changed.has("own")) coverSecret(link);
  const { view } = link;
  if (!view.screen) return;
  if (!document.body.dataset.ready) keepForLater();
  document.body.dataset.ready = "yes";
  document.body.dataset.role = link.fixed.you.kind;
  const entering = changed.has("screen") || changed.has("everything");
  if (entering || changed.has("hinting") || changed.has("game") || changed.has("calling")) {
    showBar(link, changeLanguage);
    addVoice(link);
  }
  byId("menu").hidden = view.screen !== "menu";
  byId("game").hidden = view.screen !== "game";
  document.body.classList.toggle("companion", Boolean(view.companion));
  // On a phone whatever comes next begins at its top, wherever the last thing was left.
  if (document.body.dataset.screen !== view.screen) scrollTo(0, 0);
  document.body.dataset.screen = view.screen;
  if (view.screen === "menu") {
    drawn = null;
    if (entering) {
      showMenu(link);
      showFinished(link);
    } else if (changed.has("resume") || changed.has("unfinished")) showOffers(link);
    else if (changed.has("faulty")) showFaults(view);
    if ((changed.has("rooms") || changed.has("pairing")) && !entering) showMeeting(link);
  } else await showGame(changed, entering);
  showTitle(view);
  if (entering || view.screen === "menu") hand.heard();
}

// The next frame is on the screen, or nobody looks.
const frame = () =>
  new Promise((done) => {
    requestAnimationFrame(() => setTimeout(done));
    setTimeout(done, HIDDEN);
  });

const ASKED = ["turn", "question", "consents", "over", "phase", "carried", "declarations"];

// The parts of a game, what hands wait for first: what each of them shows, and how. Each gets a frame of its
// own, so that a phone misses none.
const PARTS = [
  [["pieces", "zones", "named", "air", "hand", "tray", "turn", "reserve"], showPieces],
  [["lights", "pieces"], () => board.showLights()],
  [["moment", "said", "illegal", "due", "faulty", "untidy", "helps", ...ASKED], showWords],
  [
    ["score", "reserve", "game", "pieces", "secrets", "own", "history", "review", "clock", ...ASKED],
    showSide,
  ],
  [["history", "takes_back", "over", "lights", "pieces"], showLists],
  // What measures comes when all is laid out: measuring in between lays everything out twice.
  [["history", "said", "due", "illegal"], measure],
];

async function showGame(changed, entering) {
  const { view } = link;
  const now = `${view.game.name} ${view.board.name}`;
  const anew = entering || drawn !== now;
  if (anew) {
    drawn = now;
    board.draw();
    motion.forget();
    if (isHost(link)) keepSeats(view.game);
    changed = new Set([...changed, ...Object.keys(view)]);
  }
  const any = (...keys) => keys.some((key) => changed.has(key));
  let first = true;
  for (const [keys, part] of PARTS) {
    if (!any(...keys)) continue;
    if (!first && !anew) await frame();
    first = false;
    // What came meanwhile is shown from the first part on: words are never ahead of the pieces they speak of.
    if (due.size && !anew) {
      for (const key of changed) due.add(key);
      return;
    }
    // Meanwhile somebody may have left the game: then there is nothing more to show of it.
    if (link.view !== view || view.screen !== "game") return;
    part(view, any, anew);
  }
}

function showPieces(view, any, anew) {
  const dealt = link.fixed.games.find(({ name }) => name === view.game.name)?.deals;
  motion.measure();
  const moved = board.show(any);
  // The tray goes with the pieces: hands reach for both, and nothing may be in two places.
  if (any("tray", "pieces", "turn", "reserve")) showTray(view);
  if (any("pieces", "air")) {
    board.showAir(hand.origin);
    motion.show(view);
  }
  if (anew && dealt && !view.history.length) motion.deal(view);
  if (moved && !anew) play("tap");
  if (any("hand")) hand.heard();
}

function showWords(view, any) {
  if (any("turn", "phase", "carried", "said", "illegal", "due", "moment", "question", "over", "faulty"))
    showStatus(view);
  if (any("question", "declarations", "consents", "untidy", "over", "helps")) showAsk(link, board);
  if (any("said", "moment", "due")) announce(view);
}

function showSide(view, any) {
  if (any("score", "reserve", "game", ...ASKED)) showPlayers(link);
  if (any("secrets", "own", "history", "pieces")) showSecret(link);
  if (any("over", "history", "game")) showOver(view);
  if (any("over", "review", "history")) showReview(link);
  if (any("clock", "game")) showClock(link);
}

let end = null; // what an end looks like: fetched once a game has one

async function showOver({ over }) {
  if (over) end ??= await import("./end.js").catch(() => null);
  end?.showEnd(link);
}

function showLists(_, any) {
  if (any("history", "takes_back", "over")) showRecord(link);
  if (any("lights")) showLegend(link);
  if (any("lights", "pieces")) board.relabel();
}

function measure(view, any) {
  keepOpen(view);
  if (any("history")) scrollRecord();
}

// Verdicts, and what they leave to be done, go to the live region, and to the ears of who wants it.
function announce(view) {
  const first = spoken === null;
  const news = spoken !== view.said.no;
  const urgent = dueWords(view);
  const urging = urgent !== urged && urgent !== "";
  urged = urgent;
  if (!news && !urging) return;
  spoken = view.said.no;
  const verdicts = news ? [...view.said.lines.map(said), turnWords(view)] : [];
  const words = [...verdicts, urgent].filter(Boolean).join(" ");
  byId("speech").textContent = words;
  speakAloud(words);
  if (first || !news) return;
  if (view.over) play("over");
  else if (view.illegal) play("wrong");
  else if (view.question) play("ask");
  else play("done");
}

function complain() {
  const { error, why } = link.error;
  const words = why ? said(why) : t(`page-error.${error}`);
  byId("speech").textContent = words;
  const shown = byId("complaint");
  shown.textContent = words;
  shown.hidden = false;
  clearTimeout(complained);
  // Who was shown out is told for good.
  if (error !== "shown-out") complained = setTimeout(() => (shown.hidden = true), READABLE);
  document.body.dataset.error = error;
  // The table knows what we hold; ask nothing, show that.
  hand.heard();
}

async function changeLanguage(lang) {
  remember(`language.${link.fixed.language ?? ""}`, lang);
  await speak(lang);
  drawn = null;
  await tell(["everything", ...Object.keys(link.view)]);
}

addEventListener("resize", () => hand.heard());
addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  if (lookingBack()) lookBack(link, null);
  else hand.putBack();
});
listenForReading(link);
