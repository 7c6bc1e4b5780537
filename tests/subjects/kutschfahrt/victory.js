// D. To proclaim the victory, and the variants and cards that bear on it.

import { called, other } from "./cards.js";
import { wrong } from "./faults.js";
import { act } from "./turn.js";
import { count, holds, isSeat, need, then } from "./table.js";

const WANTED = { order: "key", brotherhood: "goblet" };
const NEEDED = 3;
const LODGE = "seal-of-the-lodge";

const members = (table, side) => table.sides.flatMap((each, seat) => (each === side ? [seat] : []));

/** Whether an association has fewer members than the other. */
const smaller = (table, side) => members(table, side).length < members(table, other(side)).length;

/** How many objects for the victory of a side a seat has. */
function worth(table, seat, side) {
  const bags = wrong("unturned-bag-counts") && !table.turned && holds(table, seat, `bag-${WANTED[side]}`);
  return count(table, seat, WANTED[side]) + (bags ? 1 : 0);
}

const drink = (table, side) => (table.drinks && (smaller(table, side) || wrong("drink-for-the-many")) ? 1 : 0);

function end(table, by, claim, right, winners) {
  table.verdict = { by, claim, right, winners };
  table.steps = [];
}

function proclaim(table, { seat, claim }) {
  const own = table.sides[seat];
  if (claim === "alone") {
    need(holds(table, seat, LODGE) || wrong("alone-without-lodge"), "not without the Coat of Armor of the Loge");
    const any = table.hands[seat].filter((kind) => ["key", "goblet"].includes(called(table, kind))).length;
    need(any + (wrong("drink-for-alone") ? drink(table, own) : 0) >= NEEDED, "too few keys and goblets");
    return end(table, seat, claim, true, [seat]);
  }
  const tells = claim === other(own) && table.variants.includes("fortune-telling");
  need(claim === own || tells, "no such claim");
  const has = count(table, seat, WANTED[own]) > 0;
  need(tells || has || wrong("proclaim-for-others"), "he has none of the objects himself");
  need(tells || !holds(table, seat, "black-pearl") || wrong("pearl-proclaims"), "not with the Black Pearl");
  act(table);
  table.claim = { seat, claim, named: [] };
  then(table, { ask: "names", seat });
}

/** Whether what was proclaimed is true: all who were named are of the association, and have enough. */
function isTrue(table) {
  const { seat, claim, named } = table.claim;
  const own = claim === table.sides[seat];
  const holders = own ? [seat, ...named] : named;
  const sum = holders.reduce((all, each) => all + worth(table, each, claim), own ? drink(table, claim) : 0);
  const loyal = named.every((each) => table.sides[each] === claim) || wrong("opponents-count");
  return loyal && sum >= NEEDED - (wrong("two-are-enough") ? 1 : 0);
}

export const commands = {
  act: { proclaim },
  names: {
    name: (table, { whom }, step) => {
      need(isSeat(table, whom) && whom !== step.seat, "somebody else");
      need(!table.claim.named.includes(whom) || wrong("named-twice"), "he was named before");
      table.claim.named.push(whom);
    },
    enough: (table, _, step) => {
      const own = table.sides[step.seat];
      const right = isTrue(table);
      const side = right ? own : other(own);
      end(table, step.seat, table.claim.claim, right, members(table, side));
    },
  },
};
