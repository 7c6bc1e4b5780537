// C. Attacking another player: support, count, and what becomes of the loser.

import { wrong } from "./faults.js";
import { points } from "./powers.js";
import { More, from, holds, isSeat, look, move, need, then } from "./table.js";
import { seeSide } from "./texts.js";
import { act } from "./turn.js";

/** Everybody is asked, clockwise, until all have passed in a row. */
const window = (table, name) => ({ ask: "window", name, seat: table.active, passed: 0 });

function attack(table, { seat, whom }) {
  need(isSeat(table, whom) && whom !== seat, "one attacks somebody else");
  act(table);
  table.struggle = {
    attacker: seat, defender: whom, support: Array(table.players).fill(null), silenced: [], laid: [], alone: false,
    appointed: null, winner: null,
  };
  const others = from(table, seat).filter((each) => each !== seat && each !== whom);
  if (wrong("support-from-the-right")) others.reverse();
  const support = others.map((each) => ({ ask: "support", seat: each }));
  then(table, window(table, "priest"), ...support, window(table, "hypnotist"), window(table, "powers"),
    { does: "symbols" }, { does: "count" }, window(table, "result"), { does: "outcome" });
}

/** The Bodyguard's card shows both symbols. */
export function symbols(table) {
  const card = table.struggle.laid.find((each) => each.card === "bodyguard");
  if (card) then(table, { ask: "symbol", seat: card.seat });
}

/** A point for every sword and every shield; the ring wins a stand-off, the Poison Mixer any struggle. */
export function count(table) {
  const fight = table.struggle;
  const score = { attacker: 1, defender: 1 };
  for (const side of fight.support) if (side) score[side] += 1;
  for (const card of fight.laid) if (card.side) score[card.side] += points(card);
  const ring = fight.laid.find((card) => card.card === "poison-ring");
  const even = score.attacker === score.defender;
  let winner = null;
  if (!even) winner = score.attacker > score.defender ? "attacker" : "defender";
  else if (wrong("attacker-wins-ties")) winner = "attacker";
  if (ring && (winner === null || wrong("ring-always-wins"))) winner = ring.side;
  if (fight.appointed && !(wrong("ring-beats-mixer") && ring && even)) winner = fight.appointed;
  fight.winner = winner === null ? null : fight[winner];
}

/** The winner decides on the fate of the loser; in a stand-off the attacker draws. */
export function outcome(table) {
  const { attacker, defender, winner } = table.struggle;
  const drawer = wrong("defender-draws") ? defender : attacker;
  if (winner !== null) then(table, { ask: "spoils", seat: winner, loser: winner === attacker ? defender : attacker });
  else if (table.pile.length && !wrong("nobody-draws")) then(table, { ask: "pick-up", seat: drawer });
}

export const commands = {
  act: { attack },
  window: {
    pass: (table, _, step) => {
      step.passed += 1;
      step.seat = (step.seat + 1) % table.players;
      if (step.passed === table.players) table.steps.pop();
    },
  },
  support: {
    side: (table, { side }, step) => {
      need(side === null || side === "attacker" || side === "defender", "attacker, defender or nobody");
      table.steps.pop();
      table.struggle.support[step.seat] = side;
    },
  },
  symbol: {
    show: (table, { symbol }, step) => {
      const bound = table.struggle.support[step.seat];
      need(symbol === "attacker" || symbol === "defender", "sword or shield");
      need(!bound || symbol === bound || wrong("bodyguard-changes-sides"), "the card serves whom he supports");
      table.steps.pop();
      table.struggle.laid.find((card) => card.card === "bodyguard").side = symbol;
    },
  },
  "pick-up": {
    "pick-up": (table, _, step) => {
      table.steps.pop();
      then(table, { ask: "draw", seat: step.seat });
    },
  },
  spoils: {
    truth: (table, _, step) => {
      table.steps.pop();
      seeSide(table, step.seat, step.loser, { role: table.roles[step.loser] });
    },
    luggage: (table, _, step) => {
      table.steps.pop();
      then(table, { ask: "theft", seat: step.seat, loser: step.loser });
      look(table, step.seat, step.loser, { hand: [...table.hands[step.loser]].sort() });
    },
  },
  theft: {
    nothing: (table) => {
      table.steps.pop();
    },
    // The object, and with it what is given for a last one.
    steal: (table, { card, back }, step) => {
      need(holds(table, step.loser, card), "no such object");
      const last = table.hands[step.loser].length === 1 && !wrong("last-object-free");
      if (last && back === undefined) throw new More("it is the last one: what is given back?");
      table.steps.pop();
      move(table, step.loser, step.seat, card);
      if (last) move(table, step.seat, step.loser, back);
    },
  },
  tribute: {
    give: (table, { card }, step) => {
      need(holds(table, step.seat, card), "no such object");
      table.steps.pop();
      move(table, step.seat, step.to, card);
    },
  },
};

