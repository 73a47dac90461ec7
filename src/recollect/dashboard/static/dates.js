// One form of dates for the whole page, the same as in contexts: "4 Nov 2026".
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const LONG_MONTHS = /\b(January|February|March|April|June|July|August|September|October|November|December)\b/g;
const two = (number) => String(number).padStart(2, '0');

export const dayText = (date) => `${date.getDate()} ${MONTHS[date.getMonth()]} ${date.getFullYear()}`;
export const momentText = (date) => `${dayText(date)}, ${two(date.getHours())}:${two(date.getMinutes())}`;

/** A day such as 2026-11-04 as a date, at midnight in this browser's time zone. */
export const dateOf = (day) => { const [year, month, number] = day.split('-').map(Number); return new Date(year, month - 1, number); };

/** The day or time that a memory speaks of, as a phrase: "on 14 Nov 2026", "in 2025". */
export function phraseOf(when) {
  const text = when.replaceAll(LONG_MONTHS, (month) => month.slice(0, 3));
  if (/^\d{1,2} \w+ \d{4}$/.test(text)) return `on ${text}`;
  return /^([a-z]+ )?\d{4}$/i.test(text) ? `in ${text}` : `date: ${text}`;
}

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
