// Places for names and words of a graph, so that none covers another.
const GAP = 16;
const LETTER = 7.6;
const HEIGHT = 28;

export const widthOf = (label) => 18 + LETTER * label.length;

function neighbours(relations) {
  const known = new Map();
  for (const { subject, object } of relations) {
    for (const [a, b] of [[subject, object], [object, subject]]) known.set(a, (known.get(a) ?? new Set()).add(b));
  }
  return known;
}

/** The names in rings around the centre, by their distance from it, each with the name that it hangs on. */
function rings(relations, centre) {
  const near = neighbours(relations);
  const busiest = [...near.keys()].sort((a, b) => near.get(b).size - near.get(a).size);
  const order = near.has(centre) ? [centre, ...busiest] : busiest;
  const seen = new Set();
  const found = [];
  for (const start of order) {
    if (seen.has(start)) continue;
    // A part that hangs on nothing drawn so far stands in the outer rings.
    let [ring, at] = [[{ name: start, parent: null }], found.length ? Math.max(found.length - 1, 1) : 0];
    seen.add(start);
    while (ring.length) {
      found[at] = [...(found[at] ?? []), ...ring];
      ring = ring.flatMap(({ name }) => [...near.get(name)].filter((other) => !seen.has(other) && seen.add(other)).map((other) => ({ name: other, parent: name })));
      at += 1;
    }
  }
  return found;
}

/** A position for every name; `aspect` is the width of the picture by its height. */
export function layOut(relations, centre, labelOf, aspect) {
  const boxes = new Map();
  const wide = Math.min(Math.max(aspect, 0.7), 1.7);
  let radius = 0;
  rings(relations, centre).forEach((ring, depth) => {
    if (depth > 0) radius = Math.max(radius + 130, depth === 1 ? ring.length * 18 : 0);
    ring.forEach(({ name, parent }, place) => {
      const siblings = ring.filter((one) => one.parent === parent);
      const aside = siblings.findIndex((one) => one.name === name) - (siblings.length - 1) / 2;
      // The first ring is spread evenly; further out, a name stands behind the one that it hangs on.
      const angle = depth < 2 || !parent ? (2 * Math.PI * (place + 0.5)) / ring.length : boxes.get(parent).angle + (aside * 0.55) / depth;
      boxes.set(name, { angle, x: radius * wide * Math.cos(angle), y: radius * Math.sin(angle), w: widthOf(labelOf(name)) / 2 + GAP, h: HEIGHT / 2 + GAP });
    });
  });
  separate([...boxes.values()]);
  return boxes;
}

/** Moves boxes apart until none covers another: each pair along the side where the least is missing. */
function separate(boxes) {
  for (let round = 0; round < 200; round += 1) {
    let moved = false;
    for (let i = 0; i < boxes.length; i += 1) {
      for (let j = i + 1; j < boxes.length; j += 1) moved = apart(boxes[i], boxes[j]) || moved;
    }
    if (!moved) return;
  }
}

const overlap = (a, b) => [a.w + b.w - Math.abs(a.x - b.x), a.h + b.h - Math.abs(a.y - b.y)];

function apart(a, b) {
  const [x, y] = overlap(a, b);
  if (x <= 0 || y <= 0) return false;
  const along = x < y ? 'x' : 'y';
  const by = (Math.min(x, y) / 2 + 0.5) * (a[along] < b[along] ? 1 : -1);
  a[along] -= by;
  b[along] += by;
  return true;
}

/** The numbers of the relations whose words have room on their line. The others show them when one points at a name. */
export function wordsWithRoom(relations, boxes) {
  const taken = [...boxes.values()].map((box) => ({ ...box, w: box.w - GAP + 4, h: box.h - GAP + 4 }));
  const shown = new Set();
  relations.forEach((one, at) => {
    const [a, b] = [boxes.get(one.subject), boxes.get(one.object)];
    const words = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, w: 3.4 * one.relation.length + 4, h: 9 };
    if (taken.some((other) => overlap(words, other).every((missing) => missing > 0))) return;
    taken.push(words);
    shown.add(at);
  });
  return shown;
}
