// One form of dates for the whole page, the same as in contexts: "4 Nov 2026".
export const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const LONG_MONTHS = /\b(January|February|March|April|June|July|August|September|October|November|December)\b/g;
export const two = (number) => String(number).padStart(2, '0');

/** The time zone of the server's settings; a browser that does not know it uses its own. */
const zone = (() => {
  const timeZone = document.documentElement.dataset.timezone;
  const parts = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric', hourCycle: 'h23' };
  try { return new Intl.DateTimeFormat('en', { ...parts, timeZone }); } catch { return new Intl.DateTimeFormat('en', parts); }
})();

/** A moment as a date whose day and hour are those of that time zone. */
export function inZone(moment) {
  const { year, month, day, hour, minute, second } = Object.fromEntries(zone.formatToParts(new Date(moment)).map(({ type, value }) => [type, Number(value)]));
  return new Date(year, month - 1, day, hour, minute, second);
}

/** The moment at which a day begins there, of a date whose day is meant. */
export function startOf(date) {
  const wanted = new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
  let moment = wanted;
  // Twice, because the difference to UTC may change in between.
  for (let round = 0; round < 2; round += 1) moment -= inZone(moment).getTime() - wanted;
  return moment;
}

/** A day some days before or after another. */
export const plusDays = (date, days) => new Date(date.getFullYear(), date.getMonth(), date.getDate() + days);
export const isoDay = (date) => `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;

/** A time as it is written, on the clock of whoever said it: 2026-11-04T23:30:00-08:00. */
export function asWritten(at) {
  const [year, month, day, hour = 0, minute = 0] = at.split(/[-T:.+Z]/).map(Number);
  return new Date(year, month - 1, day, hour, minute);
}

export const dayText = (date) => `${date.getDate()} ${MONTHS[date.getMonth()]} ${date.getFullYear()}`;
export const momentText = (date) => `${dayText(date)}, ${two(date.getHours())}:${two(date.getMinutes())}`;

/** A day such as 2026-11-04 as a date. */
export const dateOf = (day) => { const [year, month, number] = day.split('-').map(Number); return new Date(year, month - 1, number); };

/** The day or time that a memory speaks of, as a phrase: "on 14 Nov 2026", "in 2025", "the week of 9 Nov 2026". */
export function phraseOf(when) {
  const text = when.replaceAll(LONG_MONTHS, (month) => month.slice(0, 3));
  if (/^\d{1,2} \w+ \d{4}$/.test(text)) return `on ${text}`;
  return /^([a-z]+ )?\d{4}$/i.test(text) ? `in ${text}` : text;
}
