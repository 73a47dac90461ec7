// The page is a client of the same REST API as everyone.

const KEY = 'recollect-key';

/** What the server refused, in its own words. */
export class Refused extends Error {
  constructor(status, { code = 'error', message = 'the server gave no reason', field = null } = {}) {
    super(message);
    Object.assign(this, { status, code, field });
  }
}

/** Kept for this page of this server alone (a cookie would also go to other ports); never in an address. */
export const key = {
  get: () => localStorage.getItem(KEY),
  set: (value) => localStorage.setItem(KEY, value),
  forget: () => localStorage.removeItem(KEY),
};

const waiting = new Set();

/** Calls back whenever the server wants a key; gives the way to stop that. */
export function onKeyNeeded(callback) {
  waiting.add(callback);
  return () => waiting.delete(callback);
}

function address(path, query) {
  const pairs = Object.entries(query ?? {}).filter(([, value]) => value !== null && value !== undefined && value !== '');
  const text = new URLSearchParams(pairs.flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one) => [name, String(one)]))).toString();
  return text ? `${path}?${text}` : path;
}

async function send(method, path, { query, body, signal } = {}) {
  const headers = { Accept: 'application/json' };
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  if (key.get()) headers['X-Recollect-Key'] = key.get();
  let answer;
  try {
    answer = await fetch(address(path, query), {
      method, headers, signal, body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch (fault) {
    if (fault.name === 'AbortError') throw fault;
    throw new Refused(0, { code: 'unreachable', message: 'The server does not answer. Is it still running?' });
  }
  if (answer.ok) return answer;
  const told = await answer.json().then((data) => data.error, () => undefined);
  if (answer.status === 401) waiting.forEach((callback) => callback(told?.message));
  throw new Refused(answer.status, told);
}

const read = async (answer) => (answer.status === 204 ? null : (await answer).json());

export const api = {
  get: async (path, query, signal) => read(await send('GET', path, { query, signal })),
  post: async (path, body = {}, query) => read(await send('POST', path, { body, query })),
  put: async (path, body = {}, query) => read(await send('PUT', path, { body, query })),
  patch: async (path, body, query) => read(await send('PATCH', path, { body, query })),
  delete: async (path, query) => read(await send('DELETE', path, { query })),
  text: async (path, query) => (await send('GET', path, { query })).text(),
  blob: async (path, query) => (await send('GET', path, { query })).blob(),
};

/** A part of a path that may hold any sign. */
export const part = (text) => encodeURIComponent(text);
