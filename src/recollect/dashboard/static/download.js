// Saves a file, with a name that says what it has, of whom and on which day.
import { inZone, isoDay } from './dates.js';

/** `parts` are what it has and of whom; of letters, only those that every system takes in a file name stay. */
export function download(blob, parts, ending) {
  const name = [...parts.filter(Boolean), isoDay(inZone(Date.now()))].map((part) => part.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-').slice(0, 60)).join('-');
  const url = URL.createObjectURL(blob);
  Object.assign(document.createElement('a'), { href: url, download: `${name}.${ending}` }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
