// Faults to switch on, one at a time or several: `--fault NAME[,NAME]`. Each is a place in the program that goes wrong.

/** By name: what goes wrong, and the clauses of `advocatus show adlung` that it breaks; mostly one. */
export const FAULTS = {
  "limit-one-more": {
    wrong: "A hand may hold one object more than the limit.",
    clauses: ["hand.surplus"],
  },
  "surplus-to-a-full-hand": {
    wrong: "Surplus can go to somebody whose hand is full.",
    clauses: ["hand.surplus"],
  },
  "neighbour-gives-surplus": {
    wrong: "The left neighbour says what happens to somebody's surplus.",
    clauses: ["hand.surplus"],
  },
  "right-neighbour-next": {
    wrong: "Turns go anticlockwise.",
    clauses: ["turn.order"],
  },
  "mirror-triggers": {
    wrong: "Texts work in a trade with the Broken Mirror.",
    clauses: ["object.shattered-mirror.silent"],
  },
  "mirror-refused": {
    wrong: "The Broken Mirror can be refused.",
    clauses: ["object.shattered-mirror"],
  },
  "pearl-refused": {
    wrong: "The Black Pearl can be refused.",
    clauses: ["object.black-pearl"],
  },
  "pearl-proclaims": {
    wrong: "The owner of the Black Pearl may proclaim.",
    clauses: ["object.black-pearl.no-proclaim"],
  },
  "bag-for-bag": {
    wrong: "A Secret Bag can be given back for the other.",
    clauses: ["object.bag.no-bag"],
  },
  "bag-shown": {
    wrong: "Everybody sees which bag somebody holds.",
    clauses: ["setup.secrecy"],
  },
  "bags-turn-early": {
    wrong: "The bags turn when one object is left in the pile.",
    clauses: ["object.bag.turns"],
  },
  "bags-never-turn": {
    wrong: "The bags stay bags when the pile is used up.",
    clauses: ["object.bag.turns"],
  },
  "bag-for-a-key": {
    wrong: "A demand for a key or goblet is answered with a bag that has not turned.",
    clauses: ["profession.diplomat.demand", "profession.diplomat.lacking"], // the second where there is no key
  },
  "demand-refused": {
    wrong: "What the Diplomat demands can be refused.",
    clauses: ["profession.diplomat.demand"],
  },
  "diplomat-before-only": {
    wrong: "The Diplomat cannot be used after the action.",
    clauses: ["profession.diplomat"],
  },
  "lacking-goes-on": {
    wrong: "The turn goes on when the object demanded is not there.",
    clauses: ["profession.diplomat.lacking"],
  },
  "once-is-twice": {
    wrong: "What works once in the game works again though it lies face-up.",
    clauses: [
      "profession.diplomat", "profession.doctor", "profession.swordsman", "profession.alchemist",
      "profession.clairvoyant", "profession.priest",
    ],
  },
  "rejected-use-spends": {
    wrong: "A Doctor used at the wrong time is rejected, and lies face-up all the same.",
    clauses: ["profession.doctor"],
  },
  "clairvoyant-any-turn": {
    wrong: "The Clairvoyant works while others are on turn.",
    clauses: ["profession.clairvoyant"],
  },
  "clairvoyant-picks-one": {
    wrong: "The Clairvoyant picks one object only.",
    clauses: ["profession.clairvoyant", "profession.clairvoyant.stack"], // two are picked, two are laid on top
  },
  "picks-upside-down": {
    wrong: "The last object picked lies under the first.",
    clauses: ["profession.clairvoyant.stack"],
  },
  "doctor-before-count": {
    wrong: "The Doctor can act while cards are still put down.",
    clauses: ["profession.doctor"],
  },
  "doctor-lets-draw": {
    wrong: "After a stand-off the attacker draws in spite of the Doctor.",
    clauses: ["profession.doctor"],
  },
  "doctor-ends-nothing": {
    wrong: "After the Doctor the turn has an end phase.",
    clauses: ["profession.doctor.ends"],
  },
  "hypnotised-acts": {
    wrong: "Who was hypnotised may use cards.",
    clauses: ["profession.hypnotist.silenced"],
  },
  "hypnotist-late": {
    wrong: "The Hypnotist can wait until cards have been put down.",
    clauses: ["profession.hypnotist"],
  },
  "hypnotist-twice": {
    wrong: "The Hypnotist makes two players abstain.",
    clauses: ["profession.hypnotist"],
  },
  "hypnotist-gags-defender": {
    wrong: "The Hypnotist can choose the defender.",
    clauses: ["profession.hypnotist"],
  },
  "hypnotist-leaves-support": {
    wrong: "Who was hypnotised still counts as a supporter.",
    clauses: ["profession.hypnotist"],
  },
  "duelist-leaves-support": {
    wrong: "Support given still counts after the Duelist.",
    clauses: ["profession.swordsman"],
  },
  "duelist-without-point": {
    wrong: "The Duelist has no point more.",
    clauses: ["profession.swordsman"],
  },
  "mixer-in-his-own": {
    wrong: "The Poison Mixer works in a struggle of his own.",
    clauses: ["profession.alchemist"],
  },
  "ring-beats-mixer": {
    wrong: "The Poison Ring wins even points against the Poison Mixer's word.",
    clauses: ["profession.alchemist"],
  },
  "ring-always-wins": {
    wrong: "The Poison Ring wins whatever the points are.",
    clauses: ["object.poison-ring"],
  },
  "priest-late": {
    wrong: "The Priest can wait until all have announced their support.",
    clauses: ["profession.priest"],
  },
  "priest-saves-himself": {
    wrong: "The Priest can prevent his own attack.",
    clauses: ["profession.priest"],
  },
  "priest-takes-the-last": {
    wrong: "An attacker gives the Priest the only object too.",
    clauses: ["profession.priest.tribute"],
  },
  "priest-ends-nothing": {
    wrong: "After the Priest the turn has an end phase.",
    clauses: ["profession.priest.ends"],
  },
  "bodyguard-changes-sides": {
    wrong: "The Bodyguard may count for the other side.",
    clauses: ["profession.bodyguard"],
  },
  "thug-defends": {
    wrong: "The Thug helps the defender too.",
    clauses: ["profession.thug"],
  },
  "grand-master-attacks": {
    wrong: "The Grand Master helps the attacker too.",
    clauses: ["profession.grand-master"],
  },
  "dagger-defends": {
    wrong: "The Dagger helps the defender too.",
    clauses: ["object.dagger"],
  },
  "gloves-attack": {
    wrong: "The Gloves help the attacker too.",
    clauses: ["object.gloves"],
  },
  "knives-defend": {
    wrong: "The Casting Knives help a defender too.",
    clauses: ["object.throwing-knives"],
  },
  "whip-attacks": {
    wrong: "The Whip helps an attacker too.",
    clauses: ["object.whip"],
  },
  "support-from-the-right": {
    wrong: "Support is announced anticlockwise.",
    clauses: ["duel.support"],
  },
  "attacker-wins-ties": {
    wrong: "The attacker wins at even points.",
    clauses: ["duel.stand-off", "object.poison-ring"], // the second where the defender uses the ring
  },
  "nobody-draws": {
    wrong: "Nobody draws after a stand-off.",
    clauses: ["duel.stand-off"],
  },
  "defender-draws": {
    wrong: "The defender draws after a stand-off.",
    clauses: ["duel.stand-off"],
  },
  "last-object-free": {
    wrong: "Nothing is given back for a last object.",
    clauses: ["duel.last-object"],
  },
  "offerer-reads-first": {
    wrong: "The text of the object given back comes first.",
    clauses: ["trade.abilities"],
  },
  "owner-uses-text": {
    wrong: "A text works for the new owner.",
    clauses: ["trade.abilities"],
  },
  "tome-stays-face-up": {
    wrong: "Occupations exchanged by the Tome stay as they lie.",
    clauses: ["object.tome"],
  },
  "coat-stays-face-up": {
    wrong: "The occupation that the Coat brings lies as the old one lay.",
    clauses: ["object.coat"],
  },
  "coat-drops-the-old": {
    wrong: "The old occupation leaves the game.",
    clauses: ["object.coat"],
  },
  "sextant-turned-round": {
    wrong: "Left is passed to the right, and right to the left.",
    clauses: ["object.sextant"],
  },
  "sextant-one-by-one": {
    wrong: "Passing on takes effect one after the other.",
    clauses: ["object.sextant"],
  },
  "alone-without-lodge": {
    wrong: "Three keys and goblets win alone without the Coat of Armor.",
    clauses: ["object.seal-of-the-lodge"],
  },
  "drink-for-alone": {
    wrong: "The Drink of Power counts for a victory alone.",
    clauses: ["object.seal-of-the-lodge"],
  },
  "drink-for-the-many": {
    wrong: "The Drink of Power counts for the larger association too.",
    clauses: ["victory.outnumbered", "victory.needs"], // which needs three, and wins with two
  },
  "unturned-bag-counts": {
    wrong: "A Secret Bag counts for the victory before it has turned.",
    clauses: ["victory.needs"],
  },
  "two-are-enough": {
    wrong: "Two objects are enough.",
    clauses: ["victory.needs"],
  },
  "proclaim-for-others": {
    wrong: "One may proclaim without an object of one's own.",
    clauses: ["victory.proclaim"],
  },
  "named-twice": {
    wrong: "An ally named twice counts twice.",
    clauses: ["victory.naming"],
  },
  "opponents-count": {
    wrong: "A proclamation that names opponents is right if there are objects enough.",
    clauses: ["victory.wrong"],
  },
  "three-keep-pearl": {
    wrong: "The Black Pearl is in the game of three.",
    clauses: ["setup.three-players"],
  },
  "three-get-one": {
    wrong: "Three players start with one object each.",
    clauses: ["setup.three-players"],
  },
  "ten-keep-coat": {
    wrong: "The Coat is in the game of ten.",
    clauses: ["setup.ten-players"],
  },
  "bags-not-dealt": {
    wrong: "The bags are shuffled among all the objects.",
    clauses: ["setup.luggage"],
  },
  "one-side-short": {
    wrong: "One association has two cards less than the other.",
    clauses: ["setup.associations"],
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
