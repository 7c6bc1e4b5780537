// Faults to switch on, one at a time or several: `--fault NAME[,NAME]`. Each is a place in the program that goes wrong.

/** By name: what goes wrong, and the clause of `advocatus show adlung` that it breaks. */
export const FAULTS = {
  "limit-one-more": {
    wrong: "A hand may hold one object more than the limit.",
    clause: "hand.surplus",
  },
  "surplus-to-a-full-hand": {
    wrong: "Surplus can go to somebody whose hand is full.",
    clause: "hand.surplus",
  },
  "neighbour-gives-surplus": {
    wrong: "The left neighbour says what happens to somebody's surplus.",
    clause: "hand.surplus",
  },
  "right-neighbour-next": {
    wrong: "Turns go anticlockwise.",
    clause: "turn.order",
  },
  "mirror-triggers": {
    wrong: "Texts work in a trade with the Broken Mirror.",
    clause: "object.shattered-mirror.silent",
  },
  "mirror-refused": {
    wrong: "The Broken Mirror can be refused.",
    clause: "object.shattered-mirror",
  },
  "pearl-refused": {
    wrong: "The Black Pearl can be refused.",
    clause: "object.black-pearl",
  },
  "pearl-proclaims": {
    wrong: "The owner of the Black Pearl may proclaim.",
    clause: "object.black-pearl.no-proclaim",
  },
  "bag-for-bag": {
    wrong: "A Secret Bag can be given back for the other.",
    clause: "object.bag.no-bag",
  },
  "bag-shown": {
    wrong: "Everybody sees which bag somebody holds.",
    clause: "setup.secrecy",
  },
  "bags-turn-early": {
    wrong: "The bags turn when one object is left in the pile.",
    clause: "object.bag.turns",
  },
  "bags-never-turn": {
    wrong: "The bags stay bags when the pile is used up.",
    clause: "object.bag.turns",
  },
  "bag-for-a-key": {
    wrong: "A demand for a key or goblet is answered with a bag that has not turned.",
    clause: "profession.diplomat.demand",
  },
  "demand-refused": {
    wrong: "What the Diplomat demands can be refused.",
    clause: "profession.diplomat.demand",
  },
  "diplomat-before-only": {
    wrong: "The Diplomat cannot be used after the action.",
    clause: "profession.diplomat",
  },
  "lacking-goes-on": {
    wrong: "The turn goes on when the object demanded is not there.",
    clause: "profession.diplomat.lacking",
  },
  "once-is-twice": {
    wrong: "What works once in the game works again though it lies face-up.",
    clause: "profession.diplomat",
  },
  "rejected-use-spends": {
    wrong: "A Doctor used at the wrong time is rejected, and lies face-up all the same.",
    clause: "profession.doctor",
  },
  "clairvoyant-any-turn": {
    wrong: "The Clairvoyant works while others are on turn.",
    clause: "profession.clairvoyant",
  },
  "clairvoyant-picks-one": {
    wrong: "The Clairvoyant picks one object only.",
    clause: "profession.clairvoyant",
  },
  "picks-upside-down": {
    wrong: "The last object picked lies under the first.",
    clause: "profession.clairvoyant.stack",
  },
  "doctor-before-count": {
    wrong: "The Doctor can act while cards are still put down.",
    clause: "profession.doctor",
  },
  "doctor-lets-draw": {
    wrong: "After a stand-off the attacker draws in spite of the Doctor.",
    clause: "profession.doctor",
  },
  "doctor-ends-nothing": {
    wrong: "After the Doctor the turn has an end phase.",
    clause: "profession.doctor.ends",
  },
  "hypnotised-acts": {
    wrong: "Who was hypnotised may use cards.",
    clause: "profession.hypnotist.silenced",
  },
  "hypnotist-late": {
    wrong: "The Hypnotist can wait until cards have been put down.",
    clause: "profession.hypnotist",
  },
  "hypnotist-twice": {
    wrong: "The Hypnotist makes two players abstain.",
    clause: "profession.hypnotist",
  },
  "hypnotist-gags-defender": {
    wrong: "The Hypnotist can choose the defender.",
    clause: "profession.hypnotist",
  },
  "hypnotist-leaves-support": {
    wrong: "Who was hypnotised still counts as a supporter.",
    clause: "profession.hypnotist",
  },
  "duelist-leaves-support": {
    wrong: "Support given still counts after the Duelist.",
    clause: "profession.swordsman",
  },
  "duelist-without-point": {
    wrong: "The Duelist has no point more.",
    clause: "profession.swordsman",
  },
  "mixer-in-his-own": {
    wrong: "The Poison Mixer works in a struggle of his own.",
    clause: "profession.alchemist",
  },
  "ring-beats-mixer": {
    wrong: "The Poison Ring wins even points against the Poison Mixer's word.",
    clause: "profession.alchemist",
  },
  "ring-always-wins": {
    wrong: "The Poison Ring wins whatever the points are.",
    clause: "object.poison-ring",
  },
  "priest-late": {
    wrong: "The Priest can wait until all have announced their support.",
    clause: "profession.priest",
  },
  "priest-saves-himself": {
    wrong: "The Priest can prevent his own attack.",
    clause: "profession.priest",
  },
  "priest-takes-the-last": {
    wrong: "An attacker gives the Priest the only object too.",
    clause: "profession.priest.tribute",
  },
  "priest-ends-nothing": {
    wrong: "After the Priest the turn has an end phase.",
    clause: "profession.priest.ends",
  },
  "bodyguard-changes-sides": {
    wrong: "The Bodyguard may count for the other side.",
    clause: "profession.bodyguard",
  },
  "thug-defends": {
    wrong: "The Thug helps the defender too.",
    clause: "profession.thug",
  },
  "grand-master-attacks": {
    wrong: "The Grand Master helps the attacker too.",
    clause: "profession.grand-master",
  },
  "dagger-defends": {
    wrong: "The Dagger helps the defender too.",
    clause: "object.dagger",
  },
  "gloves-attack": {
    wrong: "The Gloves help the attacker too.",
    clause: "object.gloves",
  },
  "knives-defend": {
    wrong: "The Casting Knives help a defender too.",
    clause: "object.throwing-knives",
  },
  "whip-attacks": {
    wrong: "The Whip helps an attacker too.",
    clause: "object.whip",
  },
  "support-from-the-right": {
    wrong: "Support is announced anticlockwise.",
    clause: "duel.support",
  },
  "attacker-wins-ties": {
    wrong: "The attacker wins at even points.",
    clause: "duel.stand-off",
  },
  "nobody-draws": {
    wrong: "Nobody draws after a stand-off.",
    clause: "duel.stand-off",
  },
  "defender-draws": {
    wrong: "The defender draws after a stand-off.",
    clause: "duel.stand-off",
  },
  "last-object-free": {
    wrong: "Nothing is given back for a last object.",
    clause: "duel.last-object",
  },
  "offerer-reads-first": {
    wrong: "The text of the object given back comes first.",
    clause: "trade.abilities",
  },
  "owner-uses-text": {
    wrong: "A text works for the new owner.",
    clause: "trade.abilities",
  },
  "tome-stays-face-up": {
    wrong: "Occupations exchanged by the Tome stay as they lie.",
    clause: "object.tome",
  },
  "coat-stays-face-up": {
    wrong: "The occupation that the Coat brings lies as the old one lay.",
    clause: "object.coat",
  },
  "coat-drops-the-old": {
    wrong: "The old occupation leaves the game.",
    clause: "object.coat",
  },
  "sextant-turned-round": {
    wrong: "Left is passed to the right, and right to the left.",
    clause: "object.sextant",
  },
  "sextant-one-by-one": {
    wrong: "Passing on takes effect one after the other.",
    clause: "object.sextant",
  },
  "alone-without-lodge": {
    wrong: "Three keys and goblets win alone without the Coat of Armor.",
    clause: "object.seal-of-the-lodge",
  },
  "drink-for-alone": {
    wrong: "The Drink of Power counts for a victory alone.",
    clause: "object.seal-of-the-lodge",
  },
  "drink-for-the-many": {
    wrong: "The Drink of Power counts for the larger association too.",
    clause: "victory.outnumbered",
  },
  "unturned-bag-counts": {
    wrong: "A Secret Bag counts for the victory before it has turned.",
    clause: "victory.needs",
  },
  "two-are-enough": {
    wrong: "Two objects are enough.",
    clause: "victory.needs",
  },
  "proclaim-for-others": {
    wrong: "One may proclaim without an object of one's own.",
    clause: "victory.proclaim",
  },
  "named-twice": {
    wrong: "An ally named twice counts twice.",
    clause: "victory.naming",
  },
  "opponents-count": {
    wrong: "A proclamation that names opponents is right if there are objects enough.",
    clause: "victory.wrong",
  },
  "three-keep-pearl": {
    wrong: "The Black Pearl is in the game of three.",
    clause: "setup.three-players",
  },
  "three-get-one": {
    wrong: "Three players start with one object each.",
    clause: "setup.three-players",
  },
  "ten-keep-coat": {
    wrong: "The Coat is in the game of ten.",
    clause: "setup.ten-players",
  },
  "bags-not-dealt": {
    wrong: "The bags are shuffled among all the objects.",
    clause: "setup.luggage",
  },
  "one-side-short": {
    wrong: "One association has two cards less than the other.",
    clause: "setup.associations",
  },
};

const at = process.argv.indexOf("--fault");
const on = new Set(at < 0 ? [] : (process.argv[at + 1] ?? "").split(","));
for (const name of on)
  if (!(name in FAULTS)) throw new Error(`--fault: no fault ${name}; there are ${Object.keys(FAULTS).join(", ")}`);

/** Whether a fault is switched on. */
export const wrong = (name) => {
  if (!(name in FAULTS)) throw new Error(`no fault ${name}`);
  return on.has(name);
};
