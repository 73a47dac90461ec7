// Line diff of two texts.

/** Pairs of `same`, `new` or `gone` and a line, by the longest common subsequence of lines. */
export function diffLines(before, after) {
  const old = before.split('\n');
  const now = after.split('\n');
  const length = Array.from({ length: old.length + 1 }, () => new Uint32Array(now.length + 1));
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = now.length - 1; j >= 0; j -= 1) {
      length[i][j] = old[i] === now[j] ? length[i + 1][j + 1] + 1 : Math.max(length[i + 1][j], length[i][j + 1]);
    }
  }
  const diff = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < now.length) {
    if (i < old.length && j < now.length && old[i] === now[j]) { diff.push(['same', old[i]]); i += 1; j += 1; }
    else if (j >= now.length || (i < old.length && length[i + 1][j] >= length[i][j + 1])) { diff.push(['gone', old[i]]); i += 1; }
    else { diff.push(['new', now[j]]); j += 1; }
  }
  return diff;
}
