// The program behind Advocatus' protocol: JSON-RPC, a call a line; acts are turned into the program's commands.

import { createInterface } from "node:readline";
import { FAULTS } from "./faults.js";
import { command, due, settle } from "./game.js";
import { deal, dice, lay } from "./setup.js";
import { goesWithoutSaying } from "./trade.js";
import { tell, view } from "./view.js";

const VARIANTS = ["first-trip", "smuggling", "fortune-telling"];
const MERGES = [["demand-of", "demand", "offer"], ["demand-of", "demand"], ["steal", "give-back"]];
const WINDOWS = { "duel.priest": "priest", "duel.hypnotist": "hypnotist", "duel.powers": "powers", "duel.result": "result" };
const ABOUT = {
  protocol: 1, name: "kutschfahrt", version: "1", methods: ["describe", "run", "view"],
  editions: { adlung: { players: [3, 4, 5, 6, 7, 8, 9, 10], variants: [...VARIANTS, "advanced-three"], answers: {} } },
  starts: ["position", "deal", "own"], chance: ["given", "position", "reported"], windows: Object.keys(WINDOWS),
  skips: [], merges: MERGES, order: "any",
};

class Refused extends Error {
  constructor(code, message, data) { super(message); Object.assign(this, { code, data }); }
}

/** Acts in the program's words; what an act names beyond `by` comes as parameters. */
const SAID = {
  pass: () => ({ do: "pass" }), "end-turn": () => ({ do: "over" }), trade: ({ to }) => ({ do: "trade", with: to }),
  offer: ({ kind }, step) => (step?.ask === "demand" ? { give: kind } : { do: "offer", card: kind }), refuse: () => ({ do: "refuse" }),
  return: ({ kind }) => ({ do: "accept", card: kind }), activate: () => ({ do: "aloud" }),
  leave: (_, step) => ({ do: step?.ask === "theft" ? "nothing" : "silent" }), direct: ({ way }) => ({ do: "direct", way }),
  "pass-on": ({ kind }) => ({ do: "pass-on", card: kind }), "take-role": ({ role }) => ({ do: "choose", occupation: role }),
  peek: ({ place }) => ({ do: "point", place }), "give-to": ({ to }) => ({ do: "hand-to", to }),
  give: ({ kind }) => ({ do: "give", card: kind }), pick: ({ kind }) => ({ do: "pick", card: kind }),
  use: ({ card }) => ({ do: "use", card }), attack: ({ on }) => ({ do: "attack", whom: on }), support: ({ side }) => ({ do: "side", side }),
  silence: ({ seat }) => ({ do: "silence", whom: seat }), appoint: ({ side }) => ({ do: "appoint", winner: side }),
  symbol: ({ side }) => ({ do: "show", symbol: side }), "pick-up": () => ({ do: "pick-up" }),
  reward: ({ take }) => ({ do: { truth: "truth", object: "luggage" }[take] }), proclaim: ({ claim }) => ({ do: "proclaim", claim }),
  name: ({ seat }) => ({ do: "name", whom: seat }), done: () => ({ do: "enough" }), "demand-of": ({ to }) => ({ do: "demand", of: to }),
  demand: ({ called }) => ({ do: "demand", what: called }), steal: ({ kind }) => ({ do: "steal", card: kind }),
  "give-back": ({ kind }) => ({ do: "steal", back: kind }),
};
const OTHERS = ["add", "spy", "token", "point-out", "put-first"]; // acts of other editions

class Game {
  constructor(table, mode, seed) {
    const random = dice(seed ?? 0);
    Object.assign(this, { table, held: null, mode });
    this.chance = {
      drawn: [], knows: ({ pile }) => mode === "reported" || (mode === "position" && pile[0] !== null),
      card: ({ pile }, rest) => pile[0] ?? rest[Math.floor(random() * rest.length)],
    };
    settle(table, this.chance);
  }
  order = (table, order) => command(table, order, this.chance);

  /** A command for what nobody was told to say: looks are confirmed, objects without text stay unnamed. */
  unsaid(table, seat, inWindow) {
    const step = due(table);
    if (step?.ask === "confirm") return { do: "confirm", seat: step.seat };
    if (step && goesWithoutSaying(table, step)) return { do: "silent", seat: step.seat };
    return inWindow && step?.ask === "window" && step.seat !== seat ? { do: "pass", seat: step.seat } : null;
  }

  /** Tries a command, and if it comes too early once more after what was left unsaid. */
  attempt(say, seat, inWindow) {
    let { table } = this;
    for (let passes = 0; ; ) {
      const order = say(due(table));
      const got = order ? this.order(table, order) : { no: "it is no command" };
      if (!got.no) return { ...got, before: table, order };
      const quiet = passes < this.table.players && this.unsaid(table, seat, inWindow);
      if (!quiet) return { no: got.no };
      if (quiet.do === "pass") passes += 1;
      table = this.order(table, quiet).table;
    }
  }

  done(table) {
    this.table = table;
    const seen = table.seen.length ? { seen: table.seen } : {};
    const chance = this.chance.drawn.splice(0).map((kind) => ({ chance: "draw", kind }));
    return { is: "ok", ...seen, ...(chance.length ? { chance } : {}) };
  }

  play(act) {
    if (act.chance !== undefined) return this.plain(() => act.chance === "draw" && { do: "turn-up", seat: -2, card: act.kind });
    if (act.close === "look") return this.plain((step) => step?.ask === "confirm" && { do: "confirm", seat: step.seat });
    if (act.close !== undefined) return this.close(WINDOWS[act.close]);
    const group = MERGES.find((each) => each.includes(act.act));
    const goesOn = this.held?.next === act.act;
    if (!group || (!goesOn && (act.act !== group[0] || (this.held && !this.held.over)))) return this.beside(act);
    const parts = { ...(goesOn ? this.held.parts : {}), ...SAID[act.act](act, due(this.table)), seat: act.by };
    const got = this.attempt(() => parts, act.by);
    const last = act.act === group.at(-1);
    if (got.more) {
      Object.assign(this, { table: got.before, held: { parts, next: group[group.indexOf(act.act) + 1] } });
      return { is: "held" };
    }
    if (got.no && last && this.held) this.held.over = true; // the whole group is rejected; its last act may be said again
    if (got.no) return { is: "rejected", why: got.no };
    this.held = null;
    return this.done(got.table);
  }

  /** An act that is of no group: while one waits, only what comes on top of it. */
  beside(act) {
    const say = (step) => SAID[act.act] && { ...SAID[act.act](act, step), seat: act.by };
    const got = this.attempt(say, act.by, act.act === "use");
    if (got.no || got.more) return { is: "rejected", why: got.no ?? got.more };
    if (this.held && !this.held.over && got.table.steps.length <= got.before.steps.length && due(got.before).ask === due(this.table).ask && act.act !== "pick")
      return { is: "rejected", why: "something else is being said" };
    if (this.held?.over) this.held = null;
    return this.done(got.table);
  }

  plain(say) {
    const got = this.attempt(say, -1);
    return got.no ? { is: "rejected", why: got.no } : this.done(got.table);
  }

  /** All who are left pass. */
  close(name) {
    const opened = this.quiet();
    if (!name || due(opened)?.name !== name) return { is: "rejected", why: "this window is not open" };
    let table = opened;
    while (due(table)?.name === name) table = this.order(table, { do: "pass", seat: due(table).seat }).table;
    return this.done(table);
  }

  /** The table once all that goes without saying is said. */
  quiet() {
    let { table } = this;
    for (let order; (order = this.unsaid(table)); ) table = this.order(table, order).table;
    return table;
  }
}

function begin({ edition, players, start, variants = [], chance = "given", seed }) {
  if (edition !== "adlung") throw new Refused(-32602, `params.edition: ${edition}; there is adlung`);
  if (!ABOUT.editions.adlung.players.includes(players)) throw new Refused(-32602, `params.players: ${players}; 3 to 10 can play`);
  if (start.own) return new Game(deal(players, variants, start.own.seed ?? seed ?? 0), chance, seed);
  const laid = lay(players, variants, start.position ?? start.deal, Boolean(start.deal));
  if (laid.faults) throw new Refused(-32001, "a start that cannot be", { faults: laid.faults });
  return new Game(laid.table, chance, seed);
}

const METHODS = {
  describe: () => ABOUT,
  run(params) {
    params.acts.forEach((act, i) => {
      if (!(act.act in SAID || OTHERS.includes(act.act) || "close" in act || "chance" in act)) throw new Refused(-32602, `params.acts[${i}]: no act`);
    });
    const game = begin(params);
    const first = params.start.own ? { start: tell(game.table) } : {};
    const answers = params.acts.map((act) => {
      const answer = game.play(act);
      const now = params.rests && answer.is === "ok" ? tell(game.quiet()) : null;
      return now?.rest ? { ...answer, state: now } : answer;
    });
    return { answers, state: tell(game.quiet()), ...first };
  },
  view(params) {
    const game = begin(params);
    for (const act of params.acts ?? []) game.play(act);
    return { view: view(game.quiet(), params.seat) };
  },
};

if (process.argv.includes("--faults")) console.log(JSON.stringify(FAULTS));
else
  createInterface({ input: process.stdin }).on("line", (line) => {
    const { id, method, params } = JSON.parse(line);
    const answer = (more) => process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, ...more })}\n`);
    try {
      if (!METHODS[method]) throw new Refused(-32601, `no method ${method}`);
      answer({ result: METHODS[method](params ?? {}) });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      answer({ error: { code: error.code, message: error.message, ...(error.data ? { data: error.data } : {}) } });
    }
  });
