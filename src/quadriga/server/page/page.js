// The plain page: every game by names and buttons. It computes no rule; it shows what the server says.
const main = document.querySelector("#main");
const connection = document.querySelector("#connection");

function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null) element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

async function ask(method, path, body) {
  const answer = await fetch(path, {
    method,
    headers: body === undefined ? {} : { "Content-Type": "application/json" },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const content = await answer.json();
  if (!answer.ok) throw new Error(content.error?.message ?? answer.statusText);
  return content;
}

function show(...parts) {
  main.replaceChildren(...parts);
}

function complain(error) {
  main.prepend(make("p", { class: "notice", role: "alert" }, String(error.message ?? error)));
}

const words = (text) => text.charAt(0).toUpperCase() + text.slice(1).replaceAll("_", " ").replaceAll("-", " ");

// --- the first page

async function home() {
  const [games, open, mine] = await Promise.all([
    ask("GET", "/api/games"),
    ask("GET", "/api/tables?show=open"),
    ask("GET", "/api/tables?show=mine"),
  ]);
  show(
    make("h1", {}, "Choose a game"),
    make("div", { class: "games" }, ...games.map(gameForm)),
    make("h2", {}, "Your tables"), tableList(mine),
    make("h2", {}, "Tables that wait for somebody"), tableList(open),
    make("p", {}, "An unofficial project. ", make("a", { href: "/docs" }, "For programs")),
  );
}

function gameForm(game) {
  const options = game.options.map((option) =>
    make("label", {}, `${words(option.name)} `,
      make("select", { name: option.name, title: option.help },
        ...option.choices.map((choice) => make("option", { selected: choice === option.default }, choice)))));
  const level = make("select", { name: "level", "aria-label": "Level of the bots" },
    ...game.levels.map((name) => make("option", { selected: name === "miles" }, name)));
  const name = make("input", { name: "name", placeholder: "Your name", "aria-label": "Your name", maxlength: "30" });
  const form = make("form", { class: "game", onsubmit: (event) => event.preventDefault() },
    make("h2", {}, game.title),
    make("details", {}, make("summary", {}, "Options"), ...options.map((option) => make("div", { class: "row" }, option))),
    make("div", { class: "row" }, name),
    make("div", { class: "row" },
      make("button", { type: "button", onclick: () => create("bot") }, "Play a bot"), level),
    make("div", { class: "row" },
      make("button", { type: "button", onclick: () => create("open") }, "Invite a friend"),
      make("button", { type: "button", onclick: () => create("me") }, "Same screen")));

  async function create(others) {
    try {
      const chosen = {};
      for (const option of game.options) chosen[option.name] = form.elements[option.name].value;
      const query = new URLSearchParams(chosen);
      const { seats } = await ask("GET", `/api/games/${game.name}/seats?${query}`);
      const kinds = seats.map((_, seat) =>
        seat === 0 ? { kind: "me" } : others === "bot" ? { kind: "bot", level: level.value } : { kind: others });
      const made = await ask("POST", "/api/tables", {
        game: game.name, options: chosen, seats: kinds, name: name.value, hints: others !== "open",
      });
      location.href = `/table/${made.table.id}`;
    } catch (error) {
      complain(error);
    }
  }
  return form;
}

function tableList(tables) {
  if (!tables.length) return make("p", {}, "None.");
  return make("ul", {}, ...tables.map((table) =>
    make("li", {}, make("a", { href: `/table/${table.id}` }, table.title), ` ${table.status}: `,
      table.seats.map((seat) => `${words(seat.seat)} ${seat.name ?? seat.level ?? "open"}`).join(", "))));
}

// --- a table

const told = [];
let now = null;
let socket = null;
let number = 0;

async function table(id) {
  const key = new URLSearchParams(location.hash.slice(1)).get("key");
  if (key) {
    history.replaceState(null, "", location.pathname);
    await ask("POST", `/api/tables/${id}/claim`, { key });
  }
  await ask("POST", "/api/visitors");
  open(id, 0);
}

function open(id, wait) {
  const since = now === null ? 0 : now.version;
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  socket = new WebSocket(`${scheme}://${location.host}/api/tables/${id}/live?since=${since}`);
  socket.onopen = () => { connection.textContent = ""; wait = 0; };
  socket.onmessage = (event) => receive(id, JSON.parse(event.data));
  socket.onclose = (event) => {
    if (event.code === 4000) { show(make("p", { class: "notice" }, "There is no such table.")); return; }
    connection.textContent = "Connection lost; trying again…";
    setTimeout(() => open(id, Math.min(10000, wait * 2 + 500)), wait);
  };
}

function send(order) {
  number += 1;
  socket.send(JSON.stringify({ id: `p-${number}-${Math.random().toString(36).slice(2, 8)}`, ...order }));
}

function receive(id, message) {
  if (message.type === "refused") { complain(`${message.error.message}`); return; }
  if (message.type === "entries" && now !== null && message.from !== now.version) {
    send({ do: "sync", since: now.version });
    return;
  }
  if (message.type !== "table" && message.type !== "entries") return;
  now = { ...now, ...message };
  for (const entry of message.entries) told.push(entry);
  draw(id);
}

function line(entry) {
  const seat = entry.seat === null ? "" : words(now.table.seats[entry.seat].seat);
  if (entry.kind === "move") return entry.events.map((event) => event.text).join(". ") || `${seat} moves`;
  if (entry.kind === "say") return `${entry.name}: ${entry.text}`;
  if (entry.kind === "sit") return `${entry.name} sits down as ${seat}`;
  return `${seat} ${words(entry.kind).toLowerCase()}`.trim();
}

function draw(id) {
  const { table, views, held } = now;
  const typed = document.querySelector("#say")?.value ?? "";
  const parts = [make("h1", {}, table.title)];
  const order = (words_, what) => make("button", { onclick: () => send(what) }, words_);
  if (table.status === "waiting") parts.push(waiting(id, table, held));
  if (table.result) {
    const winners = table.result.winners.map((seat) => words(table.seats[seat].seat)).join(" and ");
    parts.push(make("p", { class: "notice" }, `${winners ? `${winners} wins` : "Nobody wins"}: ${table.result.reason}. `,
      make("a", { href: `/api/tables/${id}/record` }, "Record")),
    held.length ? make("div", { class: "row" }, order("Rematch", { do: "rematch", seat: held[0] })) : null);
    if (table.next) parts.push(make("p", {}, make("a", { href: `/table/${table.next}` }, "The next match")));
  }
  if (table.undo && !held.includes(table.undo.seat) && held.length) {
    parts.push(question("Your opponent wants to take back a move.", "undo-answer", held[0]));
  }
  if (table.draw.length && held.length && !table.draw.includes(held[0])) {
    parts.push(question("Your opponent offers a draw.", "draw-answer", held[0]));
  }
  const boards = views.map((view, index) => board(view, held[index]));
  const side = make("aside", { class: "panel" },
    make("h2", {}, "What happened"),
    make("ol", { class: "log", "aria-live": "polite" }, ...told.slice(-200).reverse().map((entry) => make("li", {}, line(entry)))),
    make("form", { class: "row", onsubmit: speak }, make("input", { id: "say", maxlength: "400", "aria-label": "Message", value: typed }),
      make("button", {}, "Say")),
    table.status === "live" && held.length
      ? make("div", { class: "row" }, table.undo === null ? make("button", { onclick: () => undo() }, "Take back") : null,
        order("Resign", { do: "resign", seat: held[0] }),
        make("button", { onclick: () => privateLink(id) }, "Play on another device"),
        table.hints ? make("button", { onclick: () => hint(id) }, "Hint") : null)
      : null);
  parts.push(make("div", { class: "table" }, make("div", {}, ...boards), side));
  show(...parts.filter((part) => part !== null));

  function undo() {
    if (confirm("Take back your last move?")) send({ do: "undo", seat: held[0], agree: true });
  }
  function speak(event) {
    event.preventDefault();
    const input = document.querySelector("#say");
    if (input.value.trim()) send({ do: "say", text: input.value });
    input.value = "";
  }
}

function question(text, what, seat) {
  return make("p", { class: "notice" }, `${text} `,
    make("button", { onclick: () => send({ do: what, seat, yes: true }) }, "Agree"), " ",
    make("button", { onclick: () => send({ do: what, seat, yes: false }) }, "Refuse"));
}

function waiting(id, table, held) {
  const seats = table.seats.map((seat, index) => make("li", {}, `${words(seat.seat)}: ${seat.name ?? seat.level ?? "open"} `,
    seat.open && !held.length ? make("button", { onclick: () => sit(id, index) }, "Sit here") : null));
  return make("div", { class: "panel" }, make("p", {}, "Send this address to whom you want to play with: ",
    make("a", { href: location.href }, location.href)), make("ul", {}, ...seats));
}

async function sit(id, seat) {
  try {
    await ask("POST", `/api/tables/${id}/commands`, { do: "sit", seat, name: prompt("Your name?") ?? "" });
    location.reload();
  } catch (error) { complain(error); }
}

async function privateLink(id) {
  try {
    const { link } = await ask("POST", `/api/tables/${id}/link`, { seat: now.held[0] });
    prompt("Open this address on the other device. It works once; keep it to yourself.", location.origin + link);
  } catch (error) { complain(error); }
}

async function hint(id) {
  connection.textContent = "Thinking…";
  try {
    const found = await ask("POST", `/api/tables/${id}/hint`, { seat: now.held[0] });
    const best = found.moves[0];
    complain(best ? `${best.move} (chance to win ${Math.round(best.chance * 100)} %)` : "There is nothing to choose.");
  } catch (error) { complain(error); }
  connection.textContent = "";
}

function board(view, seat) {
  const moves = view.legal.map((move) => make("button",
    { onclick: () => send({ do: "move", version: now.version, seat, move: move.id }) }, move.text));
  const { legal, chosen, game, options, ...shown } = view;
  return make("section", { class: "panel" },
    make("h2", {}, seat === undefined ? "You are watching" : `Your move, ${words(view.seat)}`.replace("Your move, ", legal.length ? "Your move, " : "")),
    chosen ? make("p", {}, `Chosen: ${chosen.join(", ")}`) : null,
    make("div", { class: "moves" }, ...moves),
    list(shown));
}

function list(value) {
  if (Array.isArray(value)) {
    return value.every((each) => typeof each !== "object" || each === null)
      ? document.createTextNode(value.join(", ") || "none")
      : make("div", {}, ...value.map((each) => make("div", {}, compact(each))));
  }
  if (typeof value !== "object" || value === null) return document.createTextNode(String(value ?? "none"));
  return make("dl", {}, ...Object.entries(value).flatMap(([name, each]) => [make("dt", {}, words(name)), make("dd", {}, list(each))]));
}

function compact(value) {
  if (typeof value !== "object" || value === null) return String(value);
  return Object.entries(value).map(([name, each]) => `${name} ${typeof each === "object" ? JSON.stringify(each) : each}`).join(", ");
}

const found = /^\/table\/([A-Za-z0-9_-]+)$/.exec(location.pathname);
(found ? table(found[1]) : home()).catch(complain);
