// Client for the public REST API.

const KEY = 'recollect-key';
const UNREACHABLE = 0;

/** An error response, with the server's message. */
export class ApiError extends Error {
  constructor(status, { code = 'error', message = 'the server gave no reason', field = null } = {}) {
    super(message);
    Object.assign(this, { status, code, field });
  }
}

/** The API key, in local storage: a cookie would also be sent to other ports. Never put it in a URL. */
export const key = {
  get: () => localStorage.getItem(KEY),
  set: (value) => localStorage.setItem(KEY, value),
  forget: () => localStorage.removeItem(KEY),
};

const listeners = new Set();

/** Calls back whenever the server asks for a key; returns a function that unsubscribes. */
export function onKeyNeeded(callback) {
  listeners.add(callback);
  return () => listeners.delete(callback);
}

function url(path, query) {
  const pairs = Object.entries(query ?? {}).filter(([, value]) => value !== null && value !== undefined && value !== '');
  const text = new URLSearchParams(pairs.flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((item) => [name, String(item)]))).toString();
  return text ? `${path}?${text}` : path;
}

async function send(method, path, { query, body, file, signal, headers: more } = {}) {
  const headers = { Accept: 'application/json', ...more };
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  if (file) headers['Content-Type'] = 'application/octet-stream';
  if (key.get()) headers['X-Recollect-Key'] = key.get();
  const options = { method, headers, signal, body: file };
  if (body !== undefined) options.body = JSON.stringify(body);
  let answer;
  try {
    answer = await fetch(url(path, query), options);
  } catch (fault) {
    if (fault.name === 'AbortError') throw fault;
    throw unreachable();
  }
  if (answer.ok) return answer;
  const error = await answer.json().then((data) => data.error, () => undefined);
  if (answer.status === 401) listeners.forEach((callback) => callback(error?.message));
  throw new ApiError(answer.status, error);
}

const unreachable = () => new ApiError(UNREACHABLE, { code: 'unreachable', message: 'The server is not responding. Is it still running?' });

const failures = new Map();

/** A module and its style sheet; if they cannot be loaded, the error of a server that does not respond. Browsers never ask again for a module that failed, so the next attempt has another address. */
export async function imported(path, style = () => null) {
  const failed = failures.get(path) ?? 0;
  const module = import(failed ? `${path}?again=${failed}` : path).catch((fault) => { failures.set(path, failed + 1); throw fault; });
  return Promise.all([module, style()]).then(([found]) => found, () => { throw unreachable(); });
}

const waiting = new Set();
const PAUSE = 2000;

/** Calls back once the server responds again; returns a function that unsubscribes. */
export function whenBack(callback) {
  if (!waiting.size) setTimeout(look, PAUSE);
  waiting.add(callback);
  return () => waiting.delete(callback);
}

/** Asks until the server responds or nobody waits for it. */
async function look() {
  if (!waiting.size) return;
  const isBack = await fetch('/health/live', { cache: 'no-store' }).then(() => true, () => false);
  if (!isBack) { setTimeout(look, PAUSE); return; }
  const all = [...waiting];
  waiting.clear();
  all.forEach((callback) => callback());
}

const read = async (answer) => (answer.status === 204 ? null : (await answer).json());

export const api = {
  get: async (path, query, signal) => read(await send('GET', path, { query, signal })),
  post: async (path, body = {}, query, headers) => read(await send('POST', path, { body, query, headers })),
  upload: async (path, file, query) => read(await send('POST', path, { file, query })),
  put: async (path, body = {}, query) => read(await send('PUT', path, { body, query })),
  patch: async (path, body, query) => read(await send('PATCH', path, { body, query })),
  delete: async (path, query) => read(await send('DELETE', path, { query })),
  text: async (path, query) => (await send('GET', path, { query })).text(),
  blob: async (path, query) => (await send('GET', path, { query })).blob(),
};

/** Whether an error says that the server did not respond. */
export const isUnreachable = (error) => error?.status === UNREACHABLE;

/** A path segment, percent-encoded. */
export const part = (text) => encodeURIComponent(text);
