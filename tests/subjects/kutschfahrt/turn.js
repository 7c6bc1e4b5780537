// The Trip Begins: whose turn it is, passing, luggage that is too much.

import { wrong } from "./faults.js";
import { holds, isSeat, left, limit, move, need, right, then } from "./table.js";

/** The action of the turn is chosen; the end phase follows once it is done. */
export function act(table) {
  table.steps.pop();
  then(table, { ask: "wrap-up" });
}

/** The turn is over at once. */
export function nextTurn(table) {
  table.active = wrong("right-neighbour-next") ? right(table, table.active) : left(table, table.active);
  table.turn += 1;
  table.struggle = null;
  table.steps = [{ ask: "act" }];
}

/** Who holds too much, clockwise from the player on turn; -1 if nobody does. */
export const overloaded = (table) => table.hands.findIndex((hand) => hand.length > limit(table));

/** The step of somebody with too much luggage. */
export function surplus(table, holder) {
  const seat = wrong("neighbour-gives-surplus") ? left(table, holder) : holder;
  return { ask: "surplus", seat, holder };
}

export const commands = {
  act: {
    pass: (table) => act(table),
  },
  "wrap-up": {
    over: (table) => nextTurn(table),
  },
  surplus: {
    "hand-to": (table, { to }, step) => {
      need(isSeat(table, to) && to !== step.holder, "surplus goes to somebody else");
      need(table.hands[to].length < limit(table) || wrong("surplus-to-a-full-hand"), "no room there");
      table.steps.pop();
      then(table, { ask: "unload", seat: step.seat, holder: step.holder, to });
    },
  },
  unload: {
    give: (table, { card }, step) => {
      need(holds(table, step.holder, card), "no such object");
      table.steps.pop();
      move(table, step.holder, step.to, card);
    },
  },
};
