// Guide to the Objects: the texts that work when an object is traded in.

import { wrong } from "./faults.js";
import { from, holds, left, look, move, need, right, then } from "./table.js";

/** What each text does for the seat that gave the object away. */
export const texts = {
  tome: (table, { seat, partner }) => {
    const { roles, shown } = table;
    [roles[seat], roles[partner]] = [roles[partner], roles[seat]];
    if (wrong("tome-stays-face-up")) [shown[seat], shown[partner]] = [shown[partner], shown[seat]];
    else shown[seat] = shown[partner] = false;
  },
  privilege: (table, { seat, partner }) => look(table, seat, partner, { hand: [...table.hands[partner]].sort() }),
  bag: (table, { seat }) => then(table, { ask: "draw", seat }),
  sextant: (table, { seat }) => then(table, { ask: "direction", seat }),
  coat: (table, { seat }) => then(table, { ask: "new-occupation", seat }),
  monocle: (table, { seat, partner }) => seeSide(table, seat, partner),
};

/** A look at an association: at one card of the row where there is one. */
export function seeSide(table, seat, of, ...more) {
  if (table.rows) {
    then(table, { ask: "row", seat, of });
    if (more.length) look(table, seat, of, ...more);
  } else look(table, seat, of, ...more, { side: table.sides[of] });
}

/** All have chosen what they pass on. */
function passAlong(table, step) {
  const way = wrong("sextant-turned-round") ? right : left;
  for (const [seat, card] of step.chosen)
    move(table, seat, (step.way === "left" ? way : way === left ? right : left)(table, seat), card);
}

export const commands = {
  direction: {
    direct: (table, { way }, step) => {
      need(way === "left" || way === "right", "left or right");
      table.steps.pop();
      const seats = from(table, step.seat).filter((seat) => table.hands[seat].length);
      then(table, { ask: "pass-along", seats, way, chosen: [] });
    },
  },
  "pass-along": {
    "pass-on": (table, { seat, card }, step) => {
      need(holds(table, seat, card), "no such object");
      step.seats.splice(step.seats.indexOf(seat), 1);
      step.chosen.push([seat, card]);
      if (wrong("sextant-one-by-one")) passAlong(table, { ...step, chosen: step.chosen.splice(0) });
      if (step.seats.length) return;
      table.steps.pop();
      passAlong(table, step);
    },
  },
  "new-occupation": {
    choose: (table, { job }, step) => {
      const at = table.leftover.indexOf(job);
      need(at >= 0, "nobody left this occupation over");
      table.steps.pop();
      const [old] = table.leftover.splice(at, 1, table.roles[step.seat]);
      if (wrong("coat-drops-the-old")) table.leftover.splice(at, 1);
      table.roles[step.seat] = old;
      if (!wrong("coat-stays-face-up")) table.shown[step.seat] = false;
    },
  },
  row: {
    point: (table, { place }, step) => {
      need(Number.isInteger(place) && table.rows[step.of][place] !== undefined, "no such card in the row");
      table.steps.pop();
      look(table, step.seat, step.of, { side: table.rows[step.of][place] });
    },
  },
};
