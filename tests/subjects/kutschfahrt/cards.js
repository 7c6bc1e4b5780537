// The cards of the game, and what is printed on them that others need to know.

/** Objects by kind, and how many of each there are. */
export const OBJECTS = {
  key: 3, goblet: 3, "bag-key": 1, "bag-goblet": 1, dagger: 1, tome: 1, privilege: 1, "poison-ring": 1, gloves: 1,
  sextant: 1, "seal-of-the-lodge": 1, "throwing-knives": 1, "shattered-mirror": 1, whip: 1, "black-pearl": 1, coat: 1,
  monocle: 1,
};

/** Occupations, a card of each. */
export const OCCUPATIONS = [
  "diplomat", "doctor", "swordsman", "alchemist", "hypnotist", "grand-master", "bodyguard", "clairvoyant", "priest",
  "thug",
];

/** Occupations that work once; face-up means used. */
export const ONCE = new Set(["diplomat", "doctor", "swordsman", "alchemist", "clairvoyant", "priest"]);

/** Objects whose text begins with "Trade it in"; a Secret Bag is one until it turns. */
const TEXTS = new Set(["tome", "privilege", "bag", "sextant", "coat", "monocle"]);

export const SIDES = ["order", "brotherhood"];
export const other = (side) => (side === "order" ? "brotherhood" : "order");

export const isBag = (kind) => kind === "bag-key" || kind === "bag-goblet";

/** What an object is called aloud: a bag does not tell what it will turn into. */
export const called = (table, kind) => (isBag(kind) ? (table.turned ? kind.slice(4) : "bag") : kind);

/** Whether an object has a text that is read in a trade. */
export const hasText = (table, kind) => TEXTS.has(called(table, kind));

/** Whatever can be named when an object is demanded. */
export const names = (table) => new Set(Object.keys(OBJECTS).map((kind) => called(table, kind)));
