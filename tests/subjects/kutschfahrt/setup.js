// Traveling Preparations: what is in the game, a deal of one's own, and tables that others have laid.

import { OBJECTS, OCCUPATIONS, SIDES, isBag } from "./cards.js";
import { wrong } from "./faults.js";
import { limit } from "./table.js";

const odd = (players) => players % 2 === 1;
const advanced = (variants) => variants.includes("advanced-three");

/** Kinds that stay in the box. */
export function out(players) {
  if (players === 3) return wrong("three-keep-pearl") ? [] : ["black-pearl"];
  return players === 10 && !wrong("ten-keep-coat") ? ["coat"] : [];
}

/** Association cards of each side. */
const each = (players, variants) => (advanced(variants) ? 5 : Math.ceil(players / 2));
const handSize = (players) => (players === 3 && !wrong("three-get-one") ? 2 : 1);
const copies = (counts) => Object.entries(counts).flatMap(([kind, n]) => Array(n).fill(kind));

/** Numbers from 0 to 1, always the same ones for a seed. */
export function dice(seed) {
  let a = seed >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

function shuffle(cards, random) {
  const pack = [...cards];
  for (let i = pack.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [pack[i], pack[j]] = [pack[j], pack[i]];
  }
  return pack;
}

const majority = (row) => SIDES.find((side) => row.filter((card) => card === side).length * 2 > row.length);

function table(players, variants, more) {
  return {
    players, variants, active: 0, turn: 1, drinks: odd(players), shown: Array(players).fill(false), spent: [],
    rows: null, turned: false, struggle: null, claim: null, verdict: null, seen: [], steps: [{ ask: "act" }], ...more,
  };
}

/** Shuffles and deals. */
export function deal(players, variants, seed) {
  const random = dice(seed);
  const box = out(players);
  const jobs = shuffle(OCCUPATIONS, random);
  const cards = each(players, variants);
  const short = wrong("one-side-short") ? 1 : 0;
  const pack = shuffle(copies({ order: cards + short, brotherhood: cards - short }), random);
  const wide = advanced(variants) ? 3 : 1;
  const rows = Array.from({ length: players }, () => pack.splice(0, wide));
  const objects = shuffle(copies(OBJECTS).filter((kind) => !isBag(kind) && !box.includes(kind)), random);
  const bags = ["bag-key", "bag-goblet"];
  const size = handSize(players);
  const luggage = wrong("bags-not-dealt")
    ? shuffle([...objects.splice(0), ...bags], random)
    : shuffle([...bags, ...objects.splice(0, players * size - 2)], random);
  const hands = Array.from({ length: players }, () => luggage.splice(0, size));
  return table(players, variants, {
    hands, roles: jobs.splice(0, players), leftover: jobs, out: box, spare: pack, sides: rows.map(majority),
    rows: advanced(variants) ? rows : null, pile: Array(objects.length + luggage.length).fill(null),
  });
}

/** Whether two packs hold the same cards. */
const same = (one, two) => one.length === two.length && [...one].sort().join() === [...two].sort().join();

/** Lays a table as told: a rest point, or a fresh deal. Returns the table, or in `faults` why it cannot be. */
export function lay(players, variants, told, fresh) {
  const faults = [];
  const say = (wrongly, what) => { if (wrongly) faults.push(what); };
  const wide = advanced(variants) ? 3 : 1;
  const list = (cards) => Array.isArray(cards) && cards.length === players;
  const rows = wide === 3 ? told.rows : list(told.sides) ? told.sides.map((side) => [side]) : null;
  say(!list(told.hands) || !told.hands.every(Array.isArray), "hands: not told for all seats");
  say(!list(told.roles), "roles: not told for all seats");
  const whole = list(rows) && rows.every((row) => Array.isArray(row) && row.length === wide);
  say(!whole, "associations: not told for all seats");
  if (faults.length) return { faults };
  const hands = told.hands.map((hand) => [...hand]);
  const box = told.out ?? out(players);
  const known = [...hands.flat(), ...box, ...(told.pile ?? []).filter((kind) => kind !== null)];
  const size = copies(OBJECTS).length - hands.flat().length - box.length;
  const pile = told.pile ? [...told.pile] : Array(Math.max(0, size)).fill(null);
  for (const kind of new Set(known))
    say(known.filter((card) => card === kind).length > (OBJECTS[kind] ?? 0), `objects: too many of ${kind}`);
  say(pile.length !== size, `pile: ${pile.length} objects, ${size} are left for it`);
  say(!same(box, out(players)), "out: other objects than the rules take out");
  say(hands.some((hand) => hand.length > limit({ players })), "hands: more than the limit");
  say(hands.some((hand) => !hand.length), "hands: an empty one");
  const turned = told.turned ?? pile.length === 0;
  say(turned !== (pile.length === 0), "turned: the bags turn with the last object of the pile");
  const jobs = OCCUPATIONS.filter((job) => !told.roles.includes(job));
  say(jobs.length !== OCCUPATIONS.length - players, "roles: not one of each");
  say(told.leftover && !same(told.leftover, jobs), "leftover: not the occupations that nobody has");
  const cards = copies({ order: each(players, variants), brotherhood: each(players, variants) });
  const spare = [...cards];
  for (const card of rows.flat()) {
    const at = spare.indexOf(card);
    say(at < 0, `associations: too many of ${card}`);
    if (at >= 0) spare.splice(at, 1);
  }
  say(told.spare && !same(told.spare, spare), "spare: not what is left");
  say(told.active != null && !(told.active >= 0 && told.active < players), "active: no such seat");
  if (fresh) {
    say(hands.some((hand) => hand.length !== handSize(players)), "hands: not what is dealt to each");
    say(hands.flat().filter(isBag).length !== 2, "hands: both bags are dealt");
  }
  if (faults.length) return { faults };
  const begun = fresh ? {} : { active: told.active ?? 0, turn: told.turn ?? 1, spent: [...(told.spent ?? [])] };
  const laid = table(players, variants, {
    hands, roles: [...told.roles], leftover: jobs, out: box, spare, sides: rows.map(majority), pile, turned,
    rows: wide === 3 ? rows.map((row) => [...row]) : null, ...begun,
  });
  if (!fresh && told.shown) laid.shown = told.shown.map(Boolean);
  return { table: laid };
}
