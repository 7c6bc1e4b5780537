// The program behind Advocatus' protocol: JSON-RPC, a call a line; acts become the program's commands.

import { createInterface } from "node:readline";
import { FAULTS } from "./faults.js";
import { Chance, command, due, formality, settle } from "./game.js";
import { deal, lay } from "./setup.js";
import { tell, view } from "./view.js";

const MERGES = [["demand-of", "demand", "offer"], ["demand-of", "demand"], ["steal", "give-back"]];
const VARIANTS = ["first-trip", "smuggling", "fortune-telling", "advanced-three"];
const ABOUT = {
  protocol: 1, name: "kutschfahrt", version: "1", methods: ["describe", "run", "view"],
  editions: { adlung: { players: [3, 4, 5, 6, 7, 8, 9, 10], variants: VARIANTS } },
  starts: ["position", "deal", "own"], chance: ["given", "position", "reported"], merges: MERGES,
};

/** Acts in the program's words: its command; the key of what the act names; how the command calls that. */
const SAID = {
  pass: ["pass"], "end-turn": ["over"], refuse: ["refuse"], activate: ["aloud"], "pick-up": ["pick-up"],
  done: ["enough"], trade: ["trade", "to", "with"], return: ["accept", "kind", "card"],
  direct: ["direct", "way", "way"], "pass-on": ["pass-on", "kind", "card"], "take-role": ["choose", "role", "job"],
  peek: ["point", "place", "place"], "give-to": ["hand-to", "to", "to"], give: ["give", "kind", "card"],
  pick: ["pick", "kind", "card"], attack: ["attack", "on", "whom"], support: ["side", "side", "side"],
  silence: ["silence", "seat", "whom"], use: ["use", "card", "card"], appoint: ["appoint", "side", "winner"],
  symbol: ["show", "side", "symbol"], proclaim: ["proclaim", "claim", "claim"], name: ["name", "seat", "whom"],
  steal: ["steal", "kind", "card"], "give-back": ["steal", "kind", "back"], "demand-of": ["demand", "to", "of"],
  demand: ["demand", "called", "what"],
  offer: (step) => (step.ask === "demand" ? ["demand", "kind", "give"] : ["offer", "kind", "card"]),
  leave: (step) => [step.ask === "theft" ? "nothing" : "silent"],
  reward: (_, { take }) => [{ truth: "truth", object: "luggage" }[take]],
};
const OTHERS = ["add", "spy", "token", "point-out", "put-first"]; // acts of other editions: never possible here
const rejected = (why) => ({ is: "rejected", why });

/** An act as a command; `step` is what the program waits for. */
function orderOf(act, step) {
  const said = SAID[act.act] ?? [];
  const [name, key, as] = typeof said === "function" ? said(step, act) : said;
  return name && { do: name, seat: act.by, ...(key && { [as]: act[key] }) };
}

class Game {
  constructor(table, chance) {
    settle(Object.assign(this, { table, chance, held: null }).table, chance);
  }

  /** Tries a command; what goes without saying, and the passes of others who are asked first, are said for them. */
  attempt(say, seat, passing) {
    let { table } = this;
    for (let asked = 0; ; asked += 1) {
      const step = due(table) ?? {};
      const order = say(step);
      const got = order ? command(table, order, this.chance) : { no: "not now" };
      if (!got.no) return { ...got, before: table };
      const wait = passing && step.ask === "window" && step.seat !== seat && asked < table.players;
      const quiet = wait ? { do: "pass", seat: step.seat } : formality(table);
      if (!quiet) return got;
      table = command(table, quiet, this.chance).table;
    }
  }

  done({ no, table }) {
    if (no) return rejected(no);
    this.table = table;
    const chance = this.chance.drawn.splice(0).map((kind) => ({ chance: "draw", kind }));
    return { is: "ok", seen: table.seen, chance };
  }

  play(act) {
    if ("chance" in act) return this.done(this.attempt(() => ({ do: "turn-up", seat: -2, card: act.kind })));
    if (act.close === "look") return this.done(this.attempt((step) => step.ask === "confirm" && formality(this.table)));
    if ("close" in act) return this.close(act.close.replace("duel.", ""));
    const group = MERGES.find((acts) => acts.includes(act.act));
    const goesOn = this.held?.next === act.act;
    if (!goesOn && !(act.act === group?.[0] && (this.held?.over ?? true))) return this.beside(act);
    const order = { ...(goesOn && this.held.order), ...orderOf(act, due(this.table) ?? {}) };
    const got = this.attempt(() => order, act.by);
    if (got.more) {
      Object.assign(this, { table: got.before, held: { order, next: group[group.indexOf(act.act) + 1], over: false } });
      return { is: "held" };
    }
    if (got.no && goesOn) this.held.over = act.act === group.at(-1); // none was done; the last one may be said anew
    if (!got.no) this.held = null;
    return this.done(got);
  }

  /** An act of no group: while a group waits, only what interrupts it. */
  beside(act) {
    const got = this.attempt((step) => orderOf(act, step), act.by, act.act === "use");
    const cuts = this.held && !this.held.over && !got.table?.steps.some(({ ask }) => ["demand", "theft"].includes(ask));
    return cuts ? rejected("something else is being said") : this.done(got);
  }

  close(name) {
    let table = this.quiet();
    if (due(table)?.name !== name) return rejected("this window is not open");
    while (due(table)?.name === name) ({ table } = command(table, { do: "pass", seat: due(table).seat }, this.chance));
    return this.done({ table });
  }

  /** The table once all is said that goes without saying. */
  quiet() {
    let { table } = this;
    for (let order; (order = formality(table)); ) ({ table } = command(table, order, this.chance));
    return table;
  }
}

function begin({ edition, players, start, acts = [], variants = [], chance, seed = 0 }) {
  if (edition !== "adlung" || !(players >= 3 && players <= 10)) throw { code: -32602, message: "an unknown game" };
  const odd = acts.find((act) => !(act.act in SAID || OTHERS.includes(act.act) || "close" in act || "chance" in act));
  if (odd) throw { code: -32602, message: `params.acts: ${JSON.stringify(odd)} is no act` };
  const laid = start.own
    ? { table: deal(players, variants, start.own.seed ?? seed) }
    : lay(players, variants, start.position ?? start.deal, "deal" in start);
  if (laid.faults) throw { code: -32001, message: "a start that cannot be", data: { faults: laid.faults } };
  return new Game(laid.table, new Chance(chance, seed));
}

const METHODS = {
  describe: () => ABOUT,
  run(params) {
    const game = begin(params);
    const own = params.start.own && { start: tell(game.table) };
    const answers = params.acts.map((act) => {
      const answer = game.play(act);
      const now = tell(game.quiet());
      return params.rests && answer.is === "ok" && now.rest ? { ...answer, state: now } : answer;
    });
    return { answers, state: tell(game.quiet()), ...own };
  },
  view(params) {
    const game = begin(params);
    (params.acts ?? []).forEach((act) => game.play(act));
    return { view: view(game.quiet(), params.seat) };
  },
};

function answer({ id, method, params = {} }) {
  try {
    return { id, result: METHODS[method](params) };
  } catch (error) {
    return { id, error: error.code ? error : { code: method in METHODS ? -32603 : -32601, message: String(error) } };
  }
}

if (process.argv.includes("--faults")) console.log(JSON.stringify(FAULTS));
else createInterface({ input: process.stdin }).on("line", (line) =>
    process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...answer(JSON.parse(line)) })}\n`));
