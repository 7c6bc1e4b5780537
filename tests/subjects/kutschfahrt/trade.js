// B. Trade-in an object.

import { called, hasText, isBag } from "./cards.js";
import { wrong } from "./faults.js";
import { holds, isSeat, move, need, then } from "./table.js";
import { act } from "./turn.js";

const MIRROR = "shattered-mirror";
const bagForBag = (table, one, two) => isBag(one) && isBag(two) && !table.turned;

/** Objects that cannot be refused. */
const binding = (kind) =>
  (kind === MIRROR && !wrong("mirror-refused")) || (kind === "black-pearl" && !wrong("pearl-refused"));

/** Whether an object is what a Diplomat asked for. */
export const fits = (table, kind, demanded) =>
  called(table, kind) === demanded || (wrong("bag-for-a-key") && isBag(kind) && kind.slice(4) === demanded);

/** Whether a traded object's text can be read: a trade with the mirror is silent. */
const readable = (table, { card, other }) =>
  hasText(table, card) && (wrong("mirror-triggers") || (card !== MIRROR && other !== MIRROR));

/** The two objects have changed owners: their texts work for those who gave them, the one offered first. */
function texts(table, giver, given, taker, returned) {
  const steps = [
    { ask: "read", seat: giver, card: given, partner: taker, other: returned },
    { ask: "read", seat: taker, card: returned, partner: giver, other: given },
  ];
  if (wrong("offerer-reads-first")) steps.reverse();
  if (wrong("owner-uses-text"))
    for (const step of steps) [step.seat, step.partner] = [step.partner, step.seat];
  then(table, ...steps);
}

export const commands = {
  act: {
    trade: (table, { with: to, seat }) => {
      need(isSeat(table, to) && to !== seat, "one trades with somebody else");
      act(table);
      then(table, { ask: "offer", seat, to, demanded: null });
    },
  },
  offer: {
    offer: (table, { card }, step) => {
      need(holds(table, step.seat, card), "no such object");
      table.steps.pop();
      then(table, { ask: "answer", seat: step.to, giver: step.seat, card, demanded: step.demanded });
    },
  },
  answer: {
    refuse: (table, _, step) => {
      need(step.demanded === null || wrong("demand-refused"), "what is demanded is handed over");
      need(!binding(step.card), "this one must be accepted");
      table.steps.pop();
    },
    accept: (table, { card }, step) => {
      need(holds(table, step.seat, card), "no such object");
      need(step.demanded === null || fits(table, card, step.demanded), "another object is demanded");
      need(!bagForBag(table, card, step.card) || wrong("bag-for-bag"), "a bag is never traded for a bag");
      table.steps.pop();
      move(table, step.giver, step.seat, step.card);
      move(table, step.seat, step.giver, card);
      texts(table, step.giver, step.card, step.seat, card);
    },
  },
  read: {
    aloud: (table, _, step) => {
      need(readable(table, step), "there is no text to read");
      table.steps.pop();
      then(table, { does: "text", text: called(table, step.card), seat: step.seat, partner: step.partner });
    },
    silent: (table, _, step) => {
      need(!readable(table, step) || table.variants.includes("smuggling"), "the text must be carried out");
      table.steps.pop();
    },
  },
};

/** Whether a step asks for what has but one answer: an object without a text changes owners unnamed. */
export const goesWithoutSaying = (table, step) => step.ask === "read" && !readable(table, step);
