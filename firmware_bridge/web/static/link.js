// The connection to the table: hears the state and its differences, says what hands do.

const SOONEST = 300;
const LATEST = 3000;

// Whose side of the table a page is on: its player's, else that of the only person who plays.
function sideOf({ game }, { player }) {
  if (player) return player;
  const people = game.seats.map((seat, n) => (seat === "people" ? n + 1 : 0)).filter(Boolean);
  return people.length === 1 ? people[0] : 1;
}

// The board as it is seen from there, and turned further by whoever likes it so.
function turned(board, view, you, turns) {
  if (!board) return board;
  const sides = [2, 3].includes(view.game.players) ? view.game.players : 2;
  const own = sides === view.game.players ? sideOf(view, you) - 1 : 0;
  const angle = (2 * Math.PI * (own + turns)) / sides;
  if (!((own + turns) % sides)) return board;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const round = (number) => Math.round(number * 100) / 100;
  const cells = Object.entries(board.cells).map(([cell, [x, y, ...rest]]) => [
    cell,
    [round(x * cos - y * sin), round(x * sin + y * cos), ...rest],
  ]);
  return { ...board, cells: Object.fromEntries(cells) };
}

// We were not heard: nobody is there, or he does not know us any more and says so himself, in words.
async function knock() {
  const answer = await fetch("/", { method: "HEAD", cache: "no-store" }).catch(() => null);
  if (answer?.status === 403) location.reload();
}

export class Link {
  constructor(tell) {
    this.tell = tell; // called with the names of the parts that changed
    this.view = {};
    this.fixed = null;
    this.hand = [];
    this.turns = 0; // how often the board was turned by hand
    this.own = null; // what only this page is told
    this.online = false;
    this.waiting = []; // for an answer to what was asked, in the order of asking
    this.pause = SOONEST;
    this.connect();
  }

  connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.sent = 0; // messages, on this connection
    this.heard = 0; // of these, what the table had heard when it last spoke of our hand
    this.socket = new WebSocket(`${scheme}://${location.host}/table`);
    this.socket.onmessage = (event) => this.take(JSON.parse(event.data));
    this.socket.onclose = () => {
      if (!this.online) knock();
      this.online = false;
      this.tell(new Set(["online"]));
      for (const done of this.waiting.splice(0)) done();
      if (this.error?.error === "shown-out") return;
      setTimeout(() => this.connect(), this.pause);
      this.pause = Math.min(LATEST, this.pause * 1.6);
    };
  }

  say(message) {
    if (this.socket.readyState !== WebSocket.OPEN) return;
    this.sent += 1;
    // With the game that is on the page: by the time it is heard there may be another.
    const { number } = this.view.game ?? {};
    this.socket.send(JSON.stringify(number === undefined ? message : { ...message, about: number }));
  }

  // Say it, and wait until the table has answered.
  ask(message) {
    return new Promise((done) => {
      if (this.socket.readyState !== WebSocket.OPEN) done();
      else {
        this.waiting.push(done);
        this.say(message);
      }
    });
  }

  // Whether the table has heard all that was said: until then its news are of an earlier moment.
  get answered() {
    return this.heard === this.sent;
  }

  // The board from the side that it is looked at from.
  face() {
    this.view.board = turned(this.laid, this.view, this.fixed.you, this.turns);
  }

  turn() {
    this.turns += 1;
    this.face();
    this.tell(new Set(["board", "everything", ...Object.keys(this.view)]));
  }

  take(news) {
    const changed = new Set();
    if (news.fixed) {
      this.fixed = news.fixed;
      this.heardAt = performance.now();
      this.online = true;
      this.pause = SOONEST;
      changed.add("fixed").add("online");
    }
    if (news.full) {
      this.view = news.full;
      for (const key of [...Object.keys(this.view), "screen"]) changed.add(key);
      changed.add("everything");
    }
    for (const [key, value] of Object.entries(news.set ?? {})) {
      this.view[key] = value;
      changed.add(key);
    }
    for (const [key, patch] of Object.entries(news.cells ?? {})) {
      for (const [cell, value] of Object.entries(patch)) {
        if (value === null) delete this.view[key][cell];
        else this.view[key][cell] = value;
      }
      changed.add(key);
    }
    for (const [key, [keep, more]] of Object.entries(news.more ?? {})) {
      this.view[key] = [...this.view[key].slice(0, keep), ...more];
      changed.add(key);
    }
    for (const key of news.gone ?? []) {
      delete this.view[key];
      changed.add(key);
    }
    if ("own" in news) {
      this.own = news.own;
      changed.add("own");
    }
    if (news.full || news.set?.board) this.laid = this.view.board;
    if (news.full || news.set?.board || news.set?.game) this.face();
    if (news.hand) {
      this.hand = news.hand;
      this.heard = news.heard;
      changed.add("hand");
    }
    if (news.error) {
      this.error = news;
      this.heard = news.heard;
      changed.add("error");
    }
    if (news.error || news.done) for (const done of this.waiting.splice(0)) done();
    this.tell(changed);
  }
}
