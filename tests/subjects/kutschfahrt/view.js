// What is told of a table: all of it, or what one seat can see.

import { isBag } from "./cards.js";
import { wrong } from "./faults.js";
import { asked, atRest, due } from "./game.js";

const sorted = (cards) => [...cards].sort();

/** The whole table. */
export function tell(table) {
  return {
    active: table.active, turn: table.turn, hands: table.hands.map(sorted), roles: [...table.roles],
    shown: [...table.shown], sides: [...table.sides], rows: table.rows, spare: sorted(table.spare),
    leftover: sorted(table.leftover), retired: [], sunk: [], spent: sorted(table.spent), pile: [...table.pile],
    out: sorted(table.out), turned: table.turned, verdict: table.verdict, rest: !table.verdict && atRest(table),
    owed: table.verdict ? null : { what: due(table).name ?? due(table).ask, by: asked(table) },
  };
}

/** What a seat sees: its own cards, occupations that lie face-up, and how many of everything. */
export function view(table, seat) {
  const mine = (cards, hide) => cards.map((each, owner) => (owner === seat ? each : hide(each, owner)));
  const back = (kind) => (wrong("bag-shown") && isBag(kind) ? kind : null);
  return {
    ...tell(table),
    hands: mine(tell(table).hands, (hand) => hand.map(back)),
    roles: mine(table.roles, (role, owner) => (table.shown[owner] ? role : null)),
    sides: mine(table.sides, () => null),
    rows: table.rows && mine(table.rows, () => null),
    spare: table.spare.map(() => null), pile: table.pile.map(() => null), leftover: null, retired: null, sunk: null,
    spent: null, out: null,
  };
}
