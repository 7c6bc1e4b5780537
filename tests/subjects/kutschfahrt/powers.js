// Guide to the Occupations and to the Objects: what is put down in a struggle.

import { wrong } from "./faults.js";
import { clairvoyant, once } from "./occupations.js";
import { holds, isSeat, need, then, turnUp } from "./table.js";

/** On which side of a struggle a seat fights; null for the others. */
const sideOf = (fight, seat) => (seat === fight.attacker ? "attacker" : seat === fight.defender ? "defender" : null);

/** Cards that bring a point, each with a test that tells whose it is; null if the seat may not use it. */
const POINTS = {
  dagger: (own) => (own === "attacker" || (wrong("dagger-defends") && own) ? own : null),
  gloves: (own) => (own === "defender" || (wrong("gloves-attack") && own) ? own : null),
  thug: (own) => (own === "attacker" || (wrong("thug-defends") && own) ? own : null),
  "grand-master": (own) => (own === "defender" || (wrong("grand-master-attacks") && own) ? own : null),
  "throwing-knives": (own, support) => (support === "attacker" || wrong("knives-defend") ? support : null),
  whip: (own, support) => (support === "defender" || wrong("whip-attacks") ? support : null),
  bodyguard: (own, support) => support,
};

/** How much a card that lies there counts. */
export const points = ({ card }) =>
  (card === "poison-ring" || (card === "swordsman" && wrong("duelist-without-point")) ? 0 : 1);

function lay(table, seat, card) {
  const fight = table.struggle;
  const isObject = table.roles[seat] !== card;
  need(!isObject || holds(table, seat, card), `seat ${seat} has no ${card}`);
  need(!fight.laid.some((each) => each.card === card), "it lies there already");
  const own = sideOf(fight, seat);
  const side = card === "poison-ring" ? own : POINTS[card](own, fight.support[seat]);
  need(side, "it does not work for this player");
  if (!isObject) turnUp(table, seat);
  fight.laid.push({ seat, card, side });
}

/** The Duelist: nobody supports, and what supporters laid counts no more. */
function duelist(table, seat) {
  const fight = table.struggle;
  const side = sideOf(fight, seat);
  need(side, "only who fights");
  once(table, seat, "swordsman");
  fight.alone = true;
  if (!wrong("duelist-leaves-support")) {
    fight.support.fill(null);
    fight.laid = fight.laid.filter((each) => sideOf(fight, each.seat));
  }
  fight.laid.push({ seat, card: "swordsman", side });
}

function mixer(table, seat) {
  need(!sideOf(table.struggle, seat) || wrong("mixer-in-his-own"), "not in a struggle of one's own");
  once(table, seat, "alchemist");
  then(table, { ask: "appoint", seat });
}

function hypnotist(table, seat) {
  const fight = table.struggle;
  need(table.roles[seat] === "hypnotist" && seat === fight.attacker, "only an attacker who is Hypnotist");
  need(!fight.silenced.length || wrong("hypnotist-twice"), "once in a struggle");
  turnUp(table, seat);
  then(table, { ask: "silence", seat });
}

function priest(table, seat) {
  const { attacker } = table.struggle;
  need(seat !== attacker || wrong("priest-saves-himself"), "not against one's own attack");
  once(table, seat, "priest");
  table.steps = [wrong("priest-ends-nothing") ? { ask: "wrap-up" } : { does: "next-turn" }];
  if (table.hands[attacker].length >= (wrong("priest-takes-the-last") ? 1 : 2))
    then(table, { ask: "tribute", seat: attacker, to: seat });
}

function doctor(table, seat) {
  once(table, seat, "doctor");
  const draws = wrong("doctor-lets-draw") && table.struggle.winner === null;
  table.steps = [wrong("doctor-ends-nothing") ? { ask: "wrap-up" } : { does: "next-turn" }];
  if (draws) then(table, { does: "outcome" });
}

/** What can be used in each window. */
const WINDOWS = {
  priest: { priest },
  hypnotist: { hypnotist },
  powers: { swordsman: duelist, alchemist: mixer },
  result: { doctor },
};

/** Puts down a card in the window that is open. */
function use(table, { seat, card }, step) {
  if (card === "clairvoyant") return clairvoyant(table, seat);
  let can = WINDOWS[step.name][card];
  if (!can && step.name === "powers") {
    if (wrong("hypnotist-late") && card === "hypnotist") can = hypnotist;
    else if (wrong("doctor-before-count") && card === "doctor") can = doctor;
    else if (card in POINTS || card === "poison-ring") can = (_, who) => lay(table, who, card);
  }
  if (wrong("priest-late") && step.name === "hypnotist" && card === "priest") can = priest;
  need(can, "not now");
  const gagged = step.name === "powers" && table.struggle.silenced.includes(seat);
  need(!gagged || wrong("hypnotised-acts"), "the Hypnotist forbids it");
  step.passed = 0;
  can(table, seat);
}

export const commands = {
  window: { use },
  appoint: {
    appoint: (table, { winner }) => {
      need(winner === "attacker" || winner === "defender", "attacker or defender");
      table.steps.pop();
      table.struggle.appointed = winner;
    },
  },
  silence: {
    silence: (table, { whom }) => {
      const fight = table.struggle;
      need(isSeat(table, whom), "no such seat");
      const spared = wrong("hypnotist-gags-defender") ? whom === fight.attacker : sideOf(fight, whom);
      need(!spared, "not one of the two who fight");
      table.steps.pop();
      if (!wrong("hypnotist-leaves-support")) fight.support[whom] = null;
      fight.silenced.push(whom);
    },
  },
};
