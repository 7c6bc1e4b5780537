// The game as a whole: which command is possible at which step, and what happens by itself.

import { wrong } from "./faults.js";
import { dice } from "./setup.js";
import * as occupations from "./occupations.js";
import * as powers from "./powers.js";
import * as struggle from "./struggle.js";
import { More, No, draw, need, then, unknown } from "./table.js";
import * as texts from "./texts.js";
import * as trade from "./trade.js";
import * as turn from "./turn.js";
import * as victory from "./victory.js";

const looking = { confirm: { confirm: (table) => { table.steps.pop(); } } };
const drawing = {
  draw: {
    "turn-up": (table, { card }, step) => {
      table.steps.pop();
      draw(table, step.seat, card);
    },
  },
};

/** Commands by step. */
const COMMANDS = {};
const PARTS = [turn, trade, texts, struggle, powers, occupations, victory];
for (const commands of [...PARTS.map((part) => part.commands), looking, drawing])
  for (const [ask, found] of Object.entries(commands)) COMMANDS[ask] = { ...COMMANDS[ask], ...found };

/** What a step does by itself. */
const DOES = {
  text: (table, step) => texts.texts[step.text](table, step),
  symbols: struggle.symbols,
  count: struggle.count,
  outcome: struggle.outcome,
  "next-turn": turn.nextTurn,
};

export const due = (table) => table.steps.at(-1);

/** Whose command is awaited: seats, -2 for chance. */
export function asked(table) {
  const step = due(table);
  if (!step) return [];
  if (step.ask === "draw") return [-2];
  return step.seats ?? [step.seat ?? table.active];
}

/** Nothing is due but an action. */
export const atRest = (table) => table.steps.length === 1 && due(table).ask === "act";

/** Where the cards come from: all of them `given` in commands, those that the `position` leaves open, or dice. */
export class Chance {
  constructor(mode = "given", seed = 0) {
    const random = dice(seed);
    this.drawn = [];
    this.knows = ({ pile }) => mode === "reported" || (mode === "position" && pile[0] !== null);
    this.card = ({ pile }, rest) => pile[0] ?? rest[Math.floor(random() * rest.length)];
  }
}

/** A command that leaves no choice and tells nothing: a look is confirmed, an object without text stays unnamed. */
export function formality(table) {
  const step = due(table);
  if (step?.ask === "confirm") return { do: "confirm", seat: step.seat };
  return step && trade.goesWithoutSaying(table, step) ? { do: "silent", seat: step.seat } : null;
}

/** Does what follows by itself, until somebody has to say something. */
export function settle(table, chance) {
  while (!table.verdict) {
    const step = due(table);
    const holder = turn.overloaded(table);
    const unloading = table.steps.some(({ ask }) => ask === "surplus" || ask === "unload");
    if (holder >= 0 && !unloading) then(table, turn.surplus(table, holder));
    else if (step.does) {
      table.steps.pop();
      DOES[step.does](table, step);
    } else if (step.ask === "draw" && chance.knows(table)) {
      table.steps.pop();
      const card = chance.card(table, unknown(table));
      chance.drawn.push(card);
      draw(table, step.seat, card);
    } else return;
  }
}

/** Whether the player on turn may interrupt: at every step but while somebody looks, or a card is drawn. */
const interrupts = (table, command) =>
  command.do === "use" && command.card === "clairvoyant" && !["confirm", "draw"].includes(due(table).ask);

function obey(table, command) {
  const step = due(table);
  need(step, "the game is over");
  if (interrupts(table, command)) return occupations.clairvoyant(table, command.seat);
  const name = command.do === "use" && command.card === "diplomat" ? "diplomat" : command.do;
  const can = COMMANDS[step.ask][name];
  need(can, `not now: ${step.ask} is due`);
  need(asked(table).includes(command.seat), `it is not for seat ${command.seat} to say`);
  return can(table, command, step);
}

/** The fault of a program that does before it asks: a card is turned over by a command that is then rejected. */
function spendAnyway(table, { seat, card }) {
  if (card && table.roles[seat] === card) table.shown[seat] = true;
}

/** Carries out a command. Returns `{table}`, the table afterwards; or `{no}`, why not; or `{more}`, what is missing. */
export function command(before, order, chance) {
  const table = structuredClone(before);
  table.seen = [];
  try {
    obey(table, order);
    settle(table, chance);
    return { table };
  } catch (error) {
    if (error instanceof More) return { more: error.message };
    if (!(error instanceof No)) throw error;
    if (order.card === "doctor" && wrong("rejected-use-spends")) spendAnyway(before, order);
    return { no: error.message };
  }
}
