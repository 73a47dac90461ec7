// Live charts of the server, from its metrics: one sample every few seconds while the page is visible.
import { html, useState, useEffect } from '../ui.js';
import { api, isUnreachable } from '../api.js';

const EVERY = 3000;
// A rate needs two samples: the second one comes soon.
const SOON = 800;
const KEPT = 60;
const FEW = 4;

/** The sum of one metric over all its labels that match. */
function sum(text, name, label = '') {
  let total = 0;
  for (const line of text.split('\n')) {
    if (line.startsWith(name) && (line[name.length] === ' ' || line[name.length] === '{') && line.includes(label)) total += Number(line.slice(line.lastIndexOf(' ')));
  }
  return total;
}

const sampleOf = (text) => ({
  at: Date.now(), requests: sum(text, 'recollect_requests_total'), seconds: sum(text, 'recollect_request_seconds_sum'),
  pending: sum(text, 'recollect_jobs', 'pending') + sum(text, 'recollect_jobs', 'running'), bytes: sum(text, 'process_resident_memory_bytes'),
});

/** The samples since the view was opened; null where this key may not read the metrics. */
export function useSamples() {
  const [samples, setSamples] = useState([]);
  useEffect(() => {
    let [timer, wanted, rounds] = [null, true, 0];
    const look = async () => {
      try {
        if (!document.hidden) { const text = await api.text('/metrics'); if (wanted) setSamples((before) => [...before, sampleOf(text)].slice(-KEPT)); }
        if (wanted) timer = setTimeout(look, rounds++ ? EVERY : SOON);
      } catch (error) {
        if (wanted && isUnreachable(error)) timer = setTimeout(look, EVERY);
        else if (wanted) setSamples(null);
      }
    };
    look();
    return () => { wanted = false; clearTimeout(timer); };
  }, []);
  return samples;
}

export function Live({ samples }) {
  if (!samples) return null;
  const steps = samples.slice(1).map((now, at) => {
    const before = samples[at];
    const requests = Math.max(now.requests - before.requests, 0);
    return { rate: (1000 * requests) / (now.at - before.at), time: requests ? (1000 * Math.max(now.seconds - before.seconds, 0)) / requests : 0 };
  });
  const first = samples.some((one) => one.bytes);
  return html`<section class="card" aria-labelledby="live"><div class="head"><h2 id="live">Live</h2><p class="small">every ${EVERY / 1000} seconds, since this view was opened</p></div>
    <div class="live">
      <${Spark} title="Requests per second" values=${steps.map((one) => one.rate)} shown=${(value) => value.toFixed(1)} />
      <${Spark} title="Average response time" values=${steps.map((one) => one.time)} shown=${(value) => `${Math.round(value)} ms`} />
      <${Spark} title="Jobs waiting or scheduled" values=${samples.map((one) => one.pending)} shown=${(value) => value.toLocaleString()} />
      ${first && html`<${Spark} title="Server RAM" values=${samples.map((one) => one.bytes / 1e6)} shown=${(value) => `${Math.round(value)} MB`} />`}
    </div></section>`;
}

/** A small line of values, the last of them as a number. */
function Spark({ title, values, shown }) {
  const most = Math.max(...values, 1e-9);
  // A line from the first sample to the last, over the whole width; until there are a few, there is none.
  const points = values.length < FEW ? '' : values.map((value, at) => `${(100 * at) / (values.length - 1)},${29 - (27 * value) / most}`).join(' ');
  const last = values.length ? shown(values.at(-1)) : '…';
  return html`<figure><figcaption class="small soft">${title}</figcaption><strong class="nums">${last}</strong>
    <svg class=${`spark ${points ? '' : 'none'}`} viewBox="0 0 100 30" preserveAspectRatio="none" role="img" aria-label=${`${title}: ${last} now, ${values.length ? shown(most) : 'nothing yet'} at most`}>
      <polyline points=${points} vector-effect="non-scaling-stroke" /></svg></figure>`;
}
