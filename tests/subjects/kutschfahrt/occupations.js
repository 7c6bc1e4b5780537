// Guide to the Occupations: those that work outside a struggle.

import { names } from "./cards.js";
import { wrong } from "./faults.js";
import { More, holds, isSeat, look, need, then, turnUp, unknown } from "./table.js";
import { fits } from "./trade.js";

/** Turns an occupation over that works once in the game. */
export function once(table, seat, card) {
  need(table.roles[seat] === card, `seat ${seat} is no ${card}`);
  need(!table.shown[seat] || wrong("once-is-twice"), "it was used before");
  turnUp(table, seat);
}

/** The Clairvoyant works at any moment of one's own turn. */
export function clairvoyant(table, seat) {
  need(seat === table.active || wrong("clairvoyant-any-turn"), "it is not his turn");
  once(table, seat, "clairvoyant");
  const known = table.pile.filter((kind) => kind !== null);
  const cards = [...known, ...unknown(table)];
  const most = Math.min(wrong("clairvoyant-picks-one") ? 1 : 2, cards.length);
  if (cards.length) then(table, { ask: "picks", seat, cards, most, picked: [] });
  look(table, seat, null, { pile: [...cards].sort() });
}

function diplomat(table, { seat }) {
  once(table, seat, "diplomat");
  then(table, { ask: "demand", seat });
}

export const commands = {
  act: { diplomat },
  "wrap-up": { diplomat: (table, command) => {
    need(!wrong("diplomat-before-only"), "the action is over");
    diplomat(table, command);
  } },
  demand: {
    // Whom, what, and what for, in one breath; the last is not asked for where the other has nothing to give.
    demand: (table, { of, what, give }, step) => {
      need(isSeat(table, of) && of !== step.seat, "one demands of somebody else");
      if (what === undefined) throw new More("what is demanded?");
      need(names(table).has(what), "no object is called so");
      const has = table.hands[of].some((kind) => fits(table, kind, what));
      if (has && give === undefined) throw new More("what is given for it?");
      table.steps.pop();
      if (has) {
        need(holds(table, step.seat, give), "no such object");
        then(table, { ask: "answer", seat: of, giver: step.seat, card: give, demanded: what });
        return;
      }
      if (!wrong("lacking-goes-on")) then(table, { does: "next-turn" });
      look(table, step.seat, of, { hand: [...table.hands[of]].sort() });
    },
  },
  picks: {
    pick: (table, { card }, step) => {
      need(step.cards.includes(card), "it does not lie in the pile");
      step.cards.splice(step.cards.indexOf(card), 1);
      step.picked.push(card);
      if (step.picked.length < step.most) return;
      table.steps.pop();
      const top = wrong("picks-upside-down") ? step.picked : step.picked.reverse();
      table.pile = [...top, ...Array(step.cards.length).fill(null)];
    },
  },
};

