// Days as someone chooses them: 4 Nov 2026 or 2026-11-04.
import { MONTHS, dateOf, plusDays, startOf, two } from './dates.js';

/** When a day such as 2026-11-04 begins and ends there, for the API; undefined without one. */
export const dayStart = (day) => (day ? new Date(startOf(dateOf(day))).toISOString() : undefined);
export const dayEnd = (day) => (day ? new Date(startOf(plusDays(dateOf(day), 1)) - 1000).toISOString() : undefined);

/** What someone typed as a day, such as 4 Nov 2026 or 2026-11-04, in the second form; null if it is none. */
export function parseDay(typed) {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(typed);
  const plain = /^(\d{1,2})\.? ([a-z]{3})[a-z]*\.? (\d{4})$/i.exec(typed);
  if (!iso && !plain) return null;
  const [year, month, day] = iso ? iso.slice(1).map(Number)
    : [Number(plain[3]), MONTHS.findIndex((name) => name.toLowerCase() === plain[2].toLowerCase()) + 1, Number(plain[1])];
  const date = new Date(year, month - 1, day);
  return month > 0 && date.getMonth() === month - 1 && date.getDate() === day ? `${year}-${two(month)}-${two(day)}` : null;
}
