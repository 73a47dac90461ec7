import assert from "node:assert/strict";
import {
  createServer,
  request,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, test } from "node:test";
import { Recollect, RecollectError } from "@recollect/client";
import { startServer, type Server } from "./server.js";

let server: Server;
before(async () => {
  server = await startServer({ RECOLLECT_EMBEDDING_BACKEND: "none" });
});
after(() => server.stop());

/** Serves on a free port while a test runs. */
async function serving(answer: RequestListener, use: (url: string) => Promise<void>): Promise<void> {
  const listener = createServer(answer).listen(0, "127.0.0.1");
  await new Promise((resolve) => listener.once("listening", resolve));
  try {
    await use(`http://127.0.0.1:${(listener.address() as AddressInfo).port}`);
  } finally {
    listener.closeAllConnections();
    listener.close();
  }
}

/** Passes a request to the real server; `done` has the answer. */
function forward(from: IncomingMessage, done: (answer: IncomingMessage) => void): void {
  const { host: _, ...headers } = from.headers;
  from.pipe(request(server.url + from.url, { method: from.method, headers }, done));
}

function relay(answer: IncomingMessage, to: ServerResponse): void {
  to.writeHead(answer.statusCode ?? 500, answer.headers);
  answer.pipe(to);
}

test("a write whose response is lost is repeated, and executed once", async () => {
  const keys: unknown[] = [];
  const losesTheFirst: RequestListener = (from, to) => {
    keys.push(from.headers["idempotency-key"]);
    const isFirst = keys.length === 1;
    forward(from, (answer) => (isFirst ? answer.resume().on("end", () => to.destroy()) : relay(answer, to)));
  };
  await serving(losesTheFirst, async (baseUrl) => {
    const overrides = new Recollect({ baseUrl }).agent("lost").overrides;
    const added = await overrides.add("Answer briefly.");
    assert.deepEqual(
      (await overrides.list().all()).map((each) => each.id),
      [added.id],
    );
    assert.equal(keys[0], keys[1]);
    assert.match(String(keys[0]), /.{16,}/);
  });
});

test("a key of one's own makes two calls one", async () => {
  const alice = new Recollect({ baseUrl: server.url }).agent("own-key");
  const idempotencyKey = "job-17";
  const [one, two] = [
    await alice.overrides.add("Be kind.", { idempotencyKey }),
    await alice.overrides.add("Be kind.", { idempotencyKey }),
  ];
  assert.equal(one.id, two.id);
  assert.equal(
    await alice.remember("Hi.", { idempotencyKey }),
    await alice.remember("Hi.", { idempotencyKey }),
  );
  await assert.rejects(alice.overrides.add("Hi.", { idempotencyKey: "ключ" }), { field: "idempotencyKey" });
  const reused = alice.overrides.add("Be brief.", { idempotencyKey });
  await assert.rejects(reused, { code: "idempotency_key_reused", status: 422, field: "Idempotency-Key" });
});

test("a busy server is asked again, as often as allowed", async () => {
  const statuses = [503, 429, 200];
  let asked = 0;
  const busy: RequestListener = (_, to) => {
    const status = statuses[Math.min(asked++, statuses.length - 1)] ?? 500;
    to.writeHead(status, { "Content-Type": "application/json", "Retry-After": "0" });
    const error = { code: "storage_busy", message: "the file is locked" };
    to.end(JSON.stringify(status === 200 ? { hits: [] } : { error }));
  };
  await serving(busy, async (baseUrl) => {
    const alice = new Recollect({ baseUrl }).agent("alice");
    assert.deepEqual(await alice.search("tea"), []);
    assert.equal(asked, 3);
    asked = 0;
    const error = { code: "storage_busy", status: 429, retryAfter: 0, message: "the file is locked" };
    await assert.rejects(alice.search("tea", { maxRetries: 1 }), error);
    assert.equal(asked, 2);
  });
});

test("what a retry cannot help is thrown at once", async () => {
  let asked = 0;
  const refuses: RequestListener = (from, to) => {
    asked++;
    if (from.url === "/agents") to.writeHead(503, { "Retry-After": "3600" });
    else if (from.url?.endsWith("stats")) to.writeHead(502, { "Content-Type": "text/html" });
    else to.writeHead(404, { "Content-Type": "application/json" });
    to.end("<h1>Bad gateway</h1>");
  };
  await serving(refuses, async (baseUrl) => {
    const memory = new Recollect({ baseUrl });
    await assert.rejects(memory.stats(), { code: "bad_response", status: 502, message: /status 502/ });
    await assert.rejects(memory.agent("alice").info(), { code: "bad_response", status: 404 });
    await assert.rejects(async () => await memory.agents(), { status: 503, retryAfter: 3600 });
    assert.equal(asked, 3);
  });
});

test("a server that is not there, or is another, is named", async () => {
  let gone = "";
  await serving(
    () => {},
    async (url) => void (gone = url),
  );
  const alice = new Recollect({ baseUrl: gone, maxRetries: 1 }).agent("alice");
  await assert.rejects(alice.remember("Hello."), (error: RecollectError) => {
    assert.deepEqual([error.code, error.status], ["unreachable", undefined]);
    assert.match(error.message, /^cannot reach http:\/\/127\.0\.0\.1:\d+: .*ECONNREFUSED/);
    return true;
  });
  const page: RequestListener = (from, to) => {
    to.writeHead(from.url === "/agents" ? 200 : 307, { Location: `${server.url}${from.url}` });
    to.end("<title>It works!</title>");
  };
  await serving(page, async (baseUrl) => {
    const memory = new Recollect({ baseUrl, maxRetries: 0 });
    await assert.rejects(async () => await memory.agents(), {
      code: "bad_response",
      message: /is it a Recollect server/,
    });
    await assert.rejects(memory.stats(), { code: "unreachable", message: /redirect/ });
  });
  for (const baseUrl of ["localhost:8377", "nowhere", ""]) {
    assert.throws(() => new Recollect({ baseUrl }), { code: "invalid_input", field: "baseUrl" });
  }
});

test("a limit that is none is refused, and nothing is asked", async () => {
  let asked = 0;
  await serving(
    (_, to) => void (asked++, to.writeHead(503).end()),
    async (baseUrl) => {
      const alice = new Recollect({ baseUrl }).agent("alice");
      for (const timeout of [0, -5, NaN]) {
        const error = { code: "invalid_input", field: "timeout", message: /Infinity/ };
        assert.throws(() => new Recollect({ baseUrl, timeout }), error);
        await assert.rejects(alice.search("tea", { timeout }), error);
      }
      for (const maxRetries of [-1, 1.5, NaN, Infinity]) {
        const error = { code: "invalid_input", field: "maxRetries" };
        assert.throws(() => new Recollect({ baseUrl, maxRetries }), error);
        await assert.rejects(alice.search("tea", { maxRetries }), error);
      }
      assert.equal(asked, 0);
    },
  );
});

test("a call ends when its time is over or its signal says so", async () => {
  let asked = 0;
  let arrived = () => {};
  const silent: RequestListener = (from, to) => {
    asked++;
    arrived();
    if (from.url === "/agents") to.writeHead(503).end();
  };
  await serving(silent, async (baseUrl) => {
    const memory = new Recollect({ baseUrl });
    const alice = memory.agent("alice");
    await assert.rejects(alice.search("tea", { timeout: 50 }), {
      name: "RecollectError",
      code: "timeout",
      message: /50 ms/,
    });

    const controller = new AbortController();
    arrived = () => controller.abort();
    await assert.rejects(alice.remember("tea", { signal: controller.signal }), { name: "AbortError" });
    asked = 0;
    await assert.rejects(alice.search("tea", { signal: controller.signal }), { name: "AbortError" });
    assert.equal(asked, 0);

    const warnings: Error[] = [];
    process.on("warning", (warning) => warnings.push(warning));
    const shared = new AbortController().signal;
    const calls = Array.from({ length: 20 }, () => alice.search("tea", { signal: shared, timeout: 50 }));
    await Promise.all(calls.map((call) => assert.rejects(call, { code: "timeout" })));
    if ("any" in AbortSignal) assert.deepEqual(warnings, []);

    const pausing = new AbortController();
    arrived = () => setTimeout(() => pausing.abort(new Error("enough")), 20);
    const call = memory.agents({ signal: pausing.signal, maxRetries: 9, timeout: Infinity }).all();
    await assert.rejects(call, { message: "enough" });
  });
});
