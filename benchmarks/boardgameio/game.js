// Caesar & Cleopatra (2024) in the shape of a boardgame.io game: the load that Quadriga's own rules are measured against.
//
// The same as in Quadriga: two seats, both sides' cards, piles, hands, discards, five groups with cards face up and face
// down, patricians, busts, votes with philosophers, special votes, action cards named before a veto, missions, both
// ends of the game, one decision a move, what happened as events with a public and a private text, hidden cards as "?",
// what a seat has not seen of either side; about as many moves a game and bytes a view.
// Less than in Quadriga: no list of legal moves goes out with the state (a boardgame.io client finds them itself), a
// castling shuffles in one move, a veto draws its card itself, nothing is known of cards that were seen and went back,
// refusals name no clause, dice are not committed to, and nothing is written to disk.
"use strict";

const { INVALID_MOVE } = require("boardgame.io/core");

const SIDES = ["cleopatra", "caesar"];
const TITLES = { cleopatra: "Cleopatra", caesar: "Caesar" };
const PATRICIANS = { praetors: 5, quaestors: 5, aediles: 5, consuls: 3, censors: 3 };
const GROUPS = Object.keys(PATRICIANS);
const INFLUENCE = { philosopher: 2, 1: 7, 2: 7, 3: 7, 4: 7, 5: 7 };
const ACTIONS = { assassination: 3, castling: 1, scout: 3, wrath: 1, veto: 2 };
const MISSIONS = [
  "most-praetors", "most-quaestors", "most-aediles", "most-consuls", "most-censors",
  "three-majorities", "two-of-each-five", "one-of-every",
];
const SIDE_LIMIT = 5;
const SPECIAL_VOTE = 8;
const HAND = 6;

const perGroup = (value) => Object.fromEntries(GROUPS.map((group) => [group, value()]));
const deck = (cards) => Object.entries(cards).flatMap(([card, count]) => Array(count).fill(card));
const side = (G, id) => G.sides[SIDES[id]];
const value = (card) => (card === "philosopher" ? 0 : Number(card));
const order = (a, b) => value(a) - value(b);
const isOpen = (G, group) => G.patricians[group] > 0;
const laid = (G, group) => G.sides.cleopatra.table[group].length + G.sides.caesar.table[group].length;
const hasRoom = (G, own, group) => isOpen(G, group) && own.table[group].length < SIDE_LIMIT;
const hasAnyRoom = (G, own) => GROUPS.some((group) => hasRoom(G, own, group));

function take(cards, card) {
  const at = cards.indexOf(card);
  if (at < 0) return false;
  cards.splice(at, 1);
  return true;
}

function setup({ random }) {
  const missions = random.Shuffle(MISSIONS);
  const lay = (number) => {
    const hand = ["1", "1", "2", "2", "3", "3", "4", "4", "5", "5"];
    const pile = { influence: deck(INFLUENCE), actions: deck(ACTIONS) };
    for (const card of hand) take(pile.influence, card);
    take(pile.actions, "veto");
    return {
      hand: { influence: hand, actions: ["veto"] },
      pile,
      discard: { influence: [], actions: [] },
      won: perGroup(() => 0),
      table: perGroup(() => []),
      missions: missions.slice(2 * number, 2 * number + 2),
      kept: false,
    };
  };
  return {
    moves: 0,
    stage: "opening",
    turn: 0,
    active: "cleopatra",
    cursor: 0,
    acted: false,
    firstUp: false,
    named: null,
    resume: null,
    patricians: { ...PATRICIANS },
    votes: { left: [...GROUPS, "grey", "black"], out: [] },
    sides: { cleopatra: lay(0), caesar: lay(1) },
    events: [],
    over: null,
  };
}

// --- events

function tell(G, kind, seat, text, data = {}) {
  G.events.push({ kind, seat, text, data });
}

function tellSecretly(G, kind, seat, text, publicText, data) {
  G.events.push({ kind, seat, text, data, owner: seat, publicText });
}

// --- votes

function lose(G, name, group, at) {
  const [{ card }] = G.sides[name].table[group].splice(at, 1);
  G.sides[name].discard.influence.push(card);
  tell(G, "lost", name, `${TITLES[name]} loses ${card} at ${group}`, { card, group });
}

function turnUp(G, name, group) {
  for (const laidCard of G.sides[name].table[group]) {
    if (!laidCard.up) {
      laidCard.up = true;
      tell(G, "revealed", name, `${TITLES[name]} reveals ${laidCard.card} at ${group}`, { card: laidCard.card, group });
    }
  }
}

function loseNumber(G, name, group, better) {
  const cards = G.sides[name].table[group];
  let found = -1;
  cards.forEach(({ card }, at) => {
    if (value(card) > 0 && (found < 0 || better(value(card), value(cards[found].card)))) found = at;
  });
  if (found >= 0) lose(G, name, group, found);
}

function clear(G, group) {
  for (const name of SIDES) {
    const own = G.sides[name];
    own.discard.influence.push(...own.table[group].map(({ card }) => card));
    own.table[group] = [];
  }
}

function vote(G, group) {
  const sums = {};
  const philosophers = {};
  for (const name of SIDES) {
    turnUp(G, name, group);
    const cards = G.sides[name].table[group];
    sums[name] = cards.reduce((sum, { card }) => sum + value(card), 0);
    philosophers[name] = cards.filter(({ card }) => card === "philosopher").length;
  }
  const tally = `${sums.cleopatra} to ${sums.caesar}`;
  if (sums.cleopatra === sums.caesar) {
    tell(G, "tie", null, `Nobody wins at ${group}: ${tally}`, { group });
    return;
  }
  const high = sums.cleopatra > sums.caesar ? "cleopatra" : "caesar";
  const low = high === "cleopatra" ? "caesar" : "cleopatra";
  const winner = philosophers.cleopatra !== philosophers.caesar ? low : high;
  G.sides[winner].won[group] += 1;
  G.patricians[group] -= 1;
  tell(G, "vote", winner, `${TITLES[winner]} wins one of the ${group}: ${tally}`, { group });
  loseNumber(G, high, group, (a, b) => a > b);
  loseNumber(G, low, group, (a, b) => a < b);
  for (const name of SIDES) {
    const cards = G.sides[name].table[group];
    for (let at = cards.length - 1; at >= 0; at--) if (cards[at].card === "philosopher") lose(G, name, group, at);
  }
  if (!isOpen(G, group)) {
    tell(G, "group-done", winner, `No ${group} are left`, { group });
    clear(G, group);
    take(G.votes.left, group) || take(G.votes.out, group);
  }
}

function drawBust(G, random) {
  const [bust] = G.votes.left.splice(random.Die(G.votes.left.length) - 1, 1);
  tell(G, "called", G.active, `The bust says ${bust}`, { bust });
  if (bust === "black") {
    G.votes.left.push(...G.votes.out, "black");
    G.votes.out = [];
    return;
  }
  G.votes.out.push(bust);
  if (bust !== "grey") vote(G, bust);
}

// --- the course of a turn

function beginTurn(G, id) {
  G.turn += 1;
  G.active = SIDES[id];
  G.stage = "turn";
  G.acted = false;
  G.named = null;
  tell(G, "turn", G.active, `Turn ${G.turn}: ${TITLES[G.active]}`, { count: G.turn });
  const own = G.sides[G.active];
  if (own.hand.influence.length === 0) closePlacing(G);
  else if (!hasAnyRoom(G, own) && !own.hand.actions.includes("wrath")) G.over = "blocked";
}

function closePlacing(G) {
  G.stage = !G.acted && G.sides[G.active].hand.actions.length > 0 ? "after" : "votes";
}

function proceed(context) {
  const { G, random, events } = context;
  if (G.stage === "votes") {
    for (const group of GROUPS) if (isOpen(G, group) && laid(G, group) >= SPECIAL_VOTE) vote(G, group);
    if (G.turn > 1) drawBust(G, random);
    G.stage = "refill";
    if (GROUPS.every((group) => !isOpen(G, group))) {
      G.over = "all-won";
      return;
    }
    if (!G.sides.cleopatra.kept && GROUPS.some((group) => !isOpen(G, group))) {
      G.stage = "keep";
      events.setActivePlayers({ value: { 0: "keep" }, maxMoves: 1 });
      return;
    }
  }
  if (G.stage === "refill") {
    const { hand, pile } = G.sides[G.active];
    const isFull = hand.influence.length + hand.actions.length >= HAND;
    if (!isFull && pile.influence.length + pile.actions.length > 0) return;
    const isOut = ({ hand, pile }) => hand.influence.length + pile.influence.length === 0;
    if (isOut(G.sides.cleopatra) && isOut(G.sides.caesar)) G.over = "both-out";
    else events.endTurn();
  }
}

function drawCard(G, random, name, kind) {
  const own = G.sides[name];
  const pile = own.pile[kind];
  const [card] = pile.splice(random.Die(pile.length) - 1, 1);
  own.hand[kind].push(card);
  own.hand[kind].sort(kind === "influence" ? order : undefined);
  const publicText = `${TITLES[name]} draws an ${kind === "influence" ? "influence" : "action"} card`;
  tellSecretly(G, "drew", name, `${TITLES[name]} draws ${card}`, publicText, { card });
}

// --- moves: each checks its player's choice first, and refuses without a change

const decided = (stages, body) => (context, ...choice) => {
  const { G } = context;
  if (!stages.includes(G.stage)) return INVALID_MOVE;
  const events = G.events;
  G.events = [];
  if (body(context, ...choice) === INVALID_MOVE) {
    G.events = events;
    return INVALID_MOVE;
  }
  G.moves += 1;
  proceed(context);
};

const place = decided(["opening", "turn", "second"], ({ G, playerID, events }, card, group, up) => {
  const name = SIDES[playerID];
  const own = G.sides[name];
  if (!GROUPS.includes(group) || typeof up !== "boolean" || !own.hand.influence.includes(card)) return INVALID_MOVE;
  if (G.stage === "opening") {
    const isSpare = own.hand.influence.filter((other) => other === card).length === 2;
    if (up || group !== GROUPS[G.cursor] || !isSpare) return INVALID_MOVE;
  } else if (!hasRoom(G, own, group) || (G.stage === "second" && up === G.firstUp)) {
    return INVALID_MOVE;
  }
  take(own.hand.influence, card);
  own.table[group].push({ card, up });
  const text = `${TITLES[name]} places ${card} face ${up ? "up" : "down"} at ${group}`;
  if (up) tell(G, "placed", name, text, { card, group });
  else tellSecretly(G, "placed", name, text, `${TITLES[name]} places a card face down at ${group}`, { card, group });
  if (G.stage === "opening") {
    G.cursor = (G.cursor + 1) % GROUPS.length;
    if (G.cursor === 0) events.endTurn();
  } else if (G.stage === "turn" && own.hand.influence.length > 0 && hasAnyRoom(G, own)) {
    G.firstUp = up;
    G.stage = "second";
  } else {
    closePlacing(G);
  }
});

const done = decided(["turn", "second", "after"], ({ G }) => {
  const own = G.sides[G.active];
  if (G.stage === "turn" && hasAnyRoom(G, own)) return INVALID_MOVE;
  if (G.stage === "turn") G.over = "blocked";
  else if (G.stage === "second") closePlacing(G);
  else G.stage = "votes";
});

const TARGETS = {
  assassination: (G, own, other, group, at) => isOpen(G, group) && other.table[group][at] !== undefined,
  scout: (G, own, other, group) => isOpen(G, group) && other.table[group].some(({ up }) => !up),
  wrath: (G, own, other, group) => isOpen(G, group) && laid(G, group) > 0,
  castling: (G, own, other, a, b) =>
    GROUPS.indexOf(a) < GROUPS.indexOf(b) && isOpen(G, a) && isOpen(G, b) && own.table[a].length + own.table[b].length > 0,
};

const act = decided(["turn", "after"], (context, kind, group, detail) => {
  const { G, playerID, events } = context;
  const own = side(G, playerID);
  const other = side(G, 1 - playerID);
  if (G.acted || !GROUPS.includes(group) || !Object.hasOwn(TARGETS, kind)) return INVALID_MOVE;
  if (!own.hand.actions.includes(kind) || !TARGETS[kind](G, own, other, group, detail)) return INVALID_MOVE;
  take(own.hand.actions, kind);
  own.discard.actions.push(kind);
  G.acted = true;
  G.named = { kind, group, detail: detail === undefined ? null : detail };
  G.resume = G.stage;
  tell(G, "named", G.active, `${TITLES[G.active]} names ${kind} at ${group}`, { kind, group });
  const vetoesGone = other.discard.actions.filter((card) => card === "veto").length;
  if (other.hand.actions.length > 0 && vetoesGone < ACTIONS.veto) {
    G.stage = "veto";
    events.setActivePlayers({ value: { [1 - playerID]: "veto" }, maxMoves: 1 });
  } else {
    carryOut(context);
  }
});

function carryOut({ G, random }) {
  const { kind, group, detail } = G.named;
  const own = G.sides[G.active];
  const other = SIDES[1 - SIDES.indexOf(G.active)];
  tell(G, kind, G.active, `${TITLES[G.active]}: ${kind} at ${group}`, { group });
  if (kind === "assassination") lose(G, other, group, detail);
  else if (kind === "scout") turnUp(G, other, group);
  else if (kind === "wrath") clear(G, group);
  else {
    const lifted = random.Shuffle([...own.table[group], ...own.table[detail]].map(({ card }) => ({ card, up: false })));
    const here = Math.min(SIDE_LIMIT, Math.ceil(lifted.length / 2));
    own.table[group] = lifted.slice(0, here);
    own.table[detail] = lifted.slice(here);
  }
  resume(G);
}

function resume(G) {
  G.named = null;
  G.stage = G.resume === "after" ? "votes" : "turn";
  if (G.stage === "turn" && !hasAnyRoom(G, G.sides[G.active])) G.over = "blocked";
}

const answer = decided(["veto"], (context, says) => {
  const { G, playerID, random } = context;
  const name = SIDES[playerID];
  const own = G.sides[name];
  if (says === "allow") {
    tell(G, "allowed", name, `${TITLES[name]} allows it`);
    carryOut(context);
    return;
  }
  if (says !== "veto" || !take(own.hand.actions, "veto")) return INVALID_MOVE;
  own.discard.actions.push("veto");
  tell(G, "vetoed", name, `${TITLES[name]} vetoes ${G.named.kind}`);
  if (own.pile.actions.length > 0) drawCard(G, random, name, "actions");
  resume(G);
});

const draw = decided(["refill"], ({ G, random }, kind) => {
  const { hand, pile } = G.sides[G.active];
  if (!Object.hasOwn(pile, kind) || pile[kind].length === 0) return INVALID_MOVE;
  const isForced = hand.influence.length === 0 && pile.influence.length > 0 && hand.actions.length === HAND - 1;
  if (isForced && kind !== "influence") return INVALID_MOVE;
  drawCard(G, random, G.active, kind);
});

const keep = decided(["keep"], ({ G, playerID, events }, mission) => {
  const name = SIDES[playerID];
  const own = G.sides[name];
  if (own.kept || !own.missions.includes(mission)) return INVALID_MOVE;
  own.missions = [mission];
  own.kept = true;
  tellSecretly(G, "kept", name, `${TITLES[name]} keeps ${mission}`, `${TITLES[name]} keeps a mission`, { mission });
  if (playerID === "0") events.setActivePlayers({ value: { 1: "keep" }, maxMoves: 1 });
  else G.stage = "refill";
});

// --- what a seat may see

const hideAll = (cards) => cards.map(() => "?");

function showSide(own, isOwner) {
  const cards = [...own.pile.influence];
  if (!isOwner) {
    cards.push(...own.hand.influence);
    for (const group of GROUPS) for (const { card, up } of own.table[group]) if (!up) cards.push(card);
  }
  return {
    ...own,
    hand: isOwner ? own.hand : { influence: hideAll(own.hand.influence), actions: hideAll(own.hand.actions) },
    pile: { influence: own.pile.influence.length, actions: own.pile.actions.length },
    table: isOwner
      ? own.table
      : Object.fromEntries(
          GROUPS.map((group) => [group, own.table[group].map((laid) => (laid.up ? laid : { card: "?", up: false }))]),
        ),
    unseen: cards.sort(order),
    missions: isOwner ? own.missions : hideAll(own.missions),
  };
}

function showEvent({ owner, publicText, ...event }, name) {
  return owner === undefined || owner === name ? event : { ...event, text: publicText, data: {} };
}

function playerView({ G, playerID }) {
  const name = playerID === null || playerID === undefined ? null : SIDES[playerID];
  return {
    ...G,
    seat: name,
    sides: {
      cleopatra: showSide(G.sides.cleopatra, name === "cleopatra"),
      caesar: showSide(G.sides.caesar, name === "caesar"),
    },
    events: G.events.map((event) => showEvent(event, name)),
  };
}

// --- the end

function score({ won }) {
  return GROUPS.reduce((sum, group) => sum + won[group] + (won[group] * 2 > PATRICIANS[group] ? 1 : 0), 0);
}

function endIf({ G }) {
  if (!G.over) return undefined;
  const scores = SIDES.map((name) => score(G.sides[name]));
  const winner = scores[0] === scores[1] ? null : scores[0] > scores[1] ? "0" : "1";
  return { winner, scores, reason: G.over };
}

const hidden = (move) => ({ move, redact: true });

exports.CaesarAndCleopatra = {
  name: "caesar-cleopatra",
  minPlayers: 2,
  maxPlayers: 2,
  setup,
  playerView,
  endIf,
  moves: { place: hidden(place), done, act, draw },
  turn: {
    onBegin: (context) => {
      const { G, ctx } = context;
      if (ctx.turn > 2) {
        beginTurn(G, Number(ctx.currentPlayer));
        proceed(context);
      }
    },
    stages: { veto: { moves: { answer } }, keep: { moves: { keep: hidden(keep) } } },
  },
};
