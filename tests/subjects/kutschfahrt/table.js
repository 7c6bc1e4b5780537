// What lies on the table, and the small movements of which all others are made.

import { OBJECTS, called } from "./cards.js";
import { wrong } from "./faults.js";

/** A rule that a command breaks. */
export class No extends Error {}

/** A command that is right so far, and lacks a part. */
export class More extends Error {}

/** Stops a command unless something holds. */
export function need(holds, why) {
  if (!holds) throw new No(why);
}

/** The most objects that a hand may hold. */
export function limit(table) {
  const most = { 3: 8, 4: 6 }[table.players] ?? 5;
  return wrong("limit-one-more") ? most + 1 : most;
}

export const left = (table, seat) => (seat + 1) % table.players;
export const right = (table, seat) => (seat + table.players - 1) % table.players;

/** All seats clockwise, a seat first. */
export const from = (table, seat) => Array.from({ length: table.players }, (_, i) => (seat + i) % table.players);

export const isSeat = (table, seat) => Number.isInteger(seat) && seat >= 0 && seat < table.players;
export const holds = (table, seat, kind) => table.hands[seat].includes(kind);

/** How many objects of a hand are called so. */
export const count = (table, seat, name) => table.hands[seat].filter((kind) => called(table, kind) === name).length;

export function take(table, seat, kind) {
  need(holds(table, seat, kind), `seat ${seat} has no ${kind}`);
  table.hands[seat].splice(table.hands[seat].indexOf(kind), 1);
}

export function move(table, giver, receiver, kind) {
  take(table, giver, kind);
  table.hands[receiver].push(kind);
}

/** Puts steps before whatever is due, the first one to come first. */
export const then = (table, ...steps) => table.steps.push(...steps.reverse());

/** Lets a seat look at something; it confirms before anything else happens. */
export function look(table, seat, of, ...things) {
  for (const what of things) table.seen.push({ by: seat, of, ...what });
  then(table, { ask: "confirm", seat });
}

/** Turns an occupation over for use. */
export function turnUp(table, seat) {
  table.shown[seat] = true;
  if (!table.spent.includes(table.roles[seat])) table.spent.push(table.roles[seat]);
}

/** The objects of the pile of which nobody knows the place. */
export function unknown(table) {
  const known = [...table.hands.flat(), ...table.pile, ...table.out];
  return Object.entries(OBJECTS).flatMap(([kind, all]) =>
    Array(Math.max(0, all - known.filter((each) => each === kind).length)).fill(kind));
}

/** Takes the top object of the pile; the last one turns the bags. */
export function draw(table, seat, kind) {
  const top = table.pile[0];
  need(top === null ? unknown(table).includes(kind) : top === kind, `${kind} does not lie on top of the pile`);
  table.pile.shift();
  table.hands[seat].push(kind);
  if (table.pile.length <= (wrong("bags-turn-early") ? 1 : 0) && !wrong("bags-never-turn")) table.turned = true;
}
