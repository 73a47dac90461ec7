import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { inspect } from "node:util";
import { Recollect, RecollectError, type Agent } from "@recollect/client";
import { startServer, type Server } from "./server.js";

let server: Server;
let memory: Recollect;
before(async () => {
  server = await startServer();
  memory = new Recollect({ baseUrl: server.url });
});
after(() => server.stop());

let made = 0;
const newAgent = (): Agent => memory.agent(`agent-${++made}`);

/** The error of a call that must fail. */
async function failure(call: PromiseLike<unknown>): Promise<RecollectError> {
  const error = await call.then(
    (value) => assert.fail(`no error: ${inspect(value)}`),
    (error: unknown) => error,
  );
  assert(error instanceof RecollectError, String(error));
  return error;
}

test("what is remembered is learned, found and explained", async () => {
  const alice = newAgent();
  const id = await alice.remember("I moved to Lisbon in May.", { conversation: "c1", speaker: "Alice" });
  await alice.ingest("c1", [{ user: "I prefer tea over coffee.", assistant: "Noted." }]);
  assert.equal((await memory.sync()).ok, true);

  const hits = await alice.search("Where does she live?", { scopes: ["turns"], limit: 5 });
  assert.equal(hits[0]?.turn?.id, id);
  assert.equal(hits[0]?.turn?.speaker, "Alice");
  assert.equal(hits.warning, null);
  const context = await alice.context("Where does she live?", { tokens: 1000 });
  assert.match(context.text, /Lisbon/);
  assert(context.tokens <= 1000);
  assert.deepEqual(await memory.receipt(context.receipt.id), context.receipt);
  assert.equal((await alice.whyNot(id, "Where does she live?", { tokens: 1000 })).id, id);
  const known = await alice.memories.list().all();
  assert(known.some((each) => each.content.includes("tea")));
  assert.equal((await alice.info()).turns, 3);
  assert((await memory.agents().all()).some((each) => each.agent_id === alice.id));
});

test("a memory is added, edited, deleted and restored, and has a history", async () => {
  const { memories } = newAgent();
  const tea = await memories.add("Likes tea", {
    kind: "preference",
    tags: ["drinks"],
    metadata: { from: "test" },
  });
  assert.equal(tea.kind, "preference");
  assert.deepEqual(tea.metadata, { from: "test" });
  assert.equal((await memories.update(tea.id, { content: "Likes green tea" })).content, "Likes green tea");
  assert.equal((await memories.delete(tea.id)).status, "deleted");
  assert.equal((await memories.restore(tea.id)).status, "active");
  assert.equal((await memories.restore(tea.id, 1)).content, "Likes tea");
  const changes = (await memories.history(tea.id).all()).map((version) => version.change);
  assert.deepEqual(changes.slice(0, 4), ["added", "edited", "deleted", "restored"]);
  assert.equal((await memories.get(tea.id)).content, "Likes tea");
  assert.equal((await memories.stats()).total, 1);

  const other = newAgent().memories;
  assert.deepEqual(await other.import([{ content: "Likes tea" }, { content: "Has a cat" }]), {
    memories: 2,
    new: 2,
  });
  assert.equal((await other.export()).memories.length, 2);
  assert.equal(await other.clear(), 2);
});

test("what a person wants gone is erased for good, and only that", async () => {
  const alice = newAgent();
  const talk = alice.conversation("c1");
  await alice.ingest("c1", [
    { id: "m1", role: "user", content: "I live in Porto and my dog is called Rex." },
    { id: "m2", role: "user", content: "My favourite colour is teal." },
  ]);
  assert.equal((await alice.sync()).ok, true);
  assert.equal((await talk.rename("Moving")).title, "Moving");
  assert.equal((await talk.rename(null)).title, null);

  const porto = (await alice.memories.list().all()).find((each) => each.content.includes("Porto"));
  const others = await alice.memories.erasedWith(porto!.id);
  const deleted = await alice.memories.delete(porto!.id, { purge: true });
  assert.deepEqual(
    deleted.also_erased.map((each) => each.id),
    others.map((each) => each.id),
  );
  assert.equal((await failure(alice.memories.get(porto!.id))).code, "not_found");
  assert.equal((await failure(alice.memories.restore(porto!.id))).code, "not_found");
  const ids = async () => (await talk.messages().all()).map((each) => each.id);
  assert.deepEqual(await ids(), ["m2"]);
  await talk.deleteMessage("m2");
  assert.deepEqual(await ids(), []);
  const instruction = await alice.overrides.add("Answer in French.");
  await alice.overrides.delete(instruction.id, { purge: true });
  const erased = await alice.erase();
  assert.equal(typeof erased.has_traces, "boolean");
  assert(erased.places.length > 0);
});

test("what was learned is undone and redone, spaces are read, and items are kept by key", async () => {
  const alice = newAgent();
  await alice.remember("I live in Porto.", { conversation: "c1" });
  await alice.sync();
  assert.equal((await alice.undo({ conversation: "c1", dry_run: true })).id, null);
  const undone = await alice.undo({ conversation: "c1" });
  assert(undone.removed.length > 0);
  assert.equal((await alice.undos.list().all())[0]?.id, undone.id);
  assert.notEqual((await alice.redo(undone.id!)).redone_at, null);

  const team = newAgent();
  await team.memories.add("The release is on Friday");
  assert.deepEqual(await alice.spaces.add(team.id), [team.id]);
  assert.deepEqual(await alice.spaces.list(), [team.id]);
  assert.deepEqual(await alice.spaces.remove(team.id), []);

  const { items } = alice;
  await items.put(["users", "ann"], "theme", { colour: "dark" }, { metadata: { by: "test" } });
  assert.deepEqual((await items.get(["users", "ann"], "theme")).value, { colour: "dark" });
  assert.equal((await items.search({ namespace: ["users"] }))[0]?.key, "theme");
  assert.deepEqual(await items.namespaces({ prefix: ["users"] }), [["users", "ann"]]);
  await items.delete(["users", "ann"], "theme");
  assert.equal((await failure(items.get(["users", "ann"], "theme"))).code, "not_found");
});

test("a list gives one page when awaited, and all of them when iterated", async () => {
  const { memories } = newAgent();
  const contents = ["one cat", "two dogs", "three birds", "four fish", "five mice"];
  for (const content of contents) await memories.add(content);

  const page = await memories.list({ limit: 2 });
  assert.equal(page.items.length, 2);
  const rest = await memories.list({ limit: 4, cursor: page.next_cursor });
  assert.equal(rest.items.length, 3);
  assert.equal(rest.next_cursor, null);
  const found: string[] = [];
  for await (const each of memories.list({ limit: 2 })) found.push(each.content);
  assert.deepEqual(found.sort(), [...contents].sort());
  for await (const each of memories.list({ limit: 1 })) {
    assert(contents.includes(each.content));
    break;
  }
});

test("a conversation in RAM has messages and a context, and no trace on disk", async () => {
  const alice = newAgent();
  const talk = alice.conversation("example.com:42", { retention: "ephemeral" });
  assert.equal((await talk.open({ title: "Tea" })).title, "Tea");
  await talk.add("user", "What is this article about?", { id: "m1" });
  await talk.add("assistant", "It is about tea.");
  await talk.add("user", "Which ones?");
  assert.deepEqual(
    (await talk.messages().all()).map((each) => each.role),
    ["user", "assistant", "user"],
  );
  assert.match((await talk.context({ tokens: 500, framing: "silent" })).text, /tea/);
  assert.equal((await talk.rewrite("What is tea?")).question, "What is tea?");
  assert.equal((await alice.conversations.list({ retention: "durable" })).items.length, 0);
  assert.equal((await alice.conversations.get(talk.id)).retention, "ephemeral");
  await talk.delete();
  assert.equal((await failure(talk.info())).code, "not_found");
  assert.equal(await alice.conversations.clearEphemeral(), 0);

  const stored = alice.conversation("stored");
  await stored.add("user", "Hello there");
  const last = await stored.add("assistant", "Hello!");
  assert.match((await stored.compress(last.id, { summary: "They greet." }))?.content ?? "", /They greet/);
  assert.equal((await alice.conversations.list().all())[0]?.retention, "durable");
  await alice.conversations.delete("stored");
});

test("overrides, knowledge, profile, summaries, graph and review belong to an agent", async () => {
  const alice = newAgent();
  const first = await alice.overrides.add("Answer in French.");
  const second = await alice.overrides.add("Use tabs.");
  assert.equal((await alice.overrides.update(first.id, "Answer in German.")).content, "Answer in German.");
  const reordered = await alice.overrides.reorder([second.id, first.id]);
  assert.deepEqual(
    reordered.map((each) => each.id),
    [second.id, first.id],
  );
  await alice.overrides.delete(second.id);
  assert.equal((await alice.overrides.list().all()).length, 1);
  assert.match((await alice.context()).text, /German/);

  const cart = await alice.knowledge.put("website_knowledge", "example.com/shop", "The cart is at /cart.");
  assert.equal((await alice.knowledge.get("website_knowledge", "example.com/shop")).id, cart.id);
  assert((await alice.knowledge.use("website_knowledge", "example.com/shop")).confidence > cart.confidence);
  assert.equal((await alice.knowledge.list({ category: "website_knowledge" }).all()).length, 1);

  await alice.remember("My sister Nora works at Acme Corp in Porto.");
  await memory.sync();
  assert.equal((await alice.profile.versions().all()).at(-1)?.text, (await alice.profile.current())?.text);
  assert.equal(await alice.profile.current({ as_of: new Date("2001-01-01T00:00:00Z") }), null);
  assert((await alice.graph.entities().all()).length > 0);
  assert(Array.isArray(await alice.graph.search({ entity: "Nora" }).all()));
  assert(Array.isArray(await alice.summaries.list({ conversation: "default" }).all()));
  assert.deepEqual(await alice.review.list().all(), []);
  assert.equal((await alice.erase()).turns, 1);
  assert.equal((await failure(alice.info())).code, "not_found");
});

test("the server tells of its work", async () => {
  const alice = newAgent();
  await alice.remember("I have a dog.", { conversation: undefined, speaker: undefined });
  await memory.sync();
  const [job] = (await memory.jobs.list({ agent_id: alice.id, limit: 1 })).items;
  assert.equal((await memory.jobs.get(job!.id)).state, "done");
  assert.equal((await memory.jobs.retry(job!.id)).id, job!.id);
  assert((await memory.stats()).turns > 0);
  assert.equal((await memory.modelTier("qwen2.5:7b")).tier, "small");
  assert.equal(typeof (await memory.ready()), "boolean");
  assert.equal(await new Recollect({ baseUrl: "http://127.0.0.1:9" }).ready(), false);
  const status = await memory.call("get", "/learning/optimizer/status", { query: { agent_id: alice.id } });
  assert.equal(status.totalOptimizations, 0);
  const mistyped = memory.call(
    "get",
    // @ts-expect-error: the mistake is in the path, not in the method.
    "/api/v1/setting",
    {},
  );
  await assert.rejects(mistyped, { status: 404 });
});

test("times are given as dates or text, and an invalid date is refused", async () => {
  const alice = newAgent();
  const at = new Date("2026-05-01T12:00:00.123Z");
  await alice.remember("I bought a bike.", { at, id: "bike" });
  const [hit] = await alice.search("bike", { as_of: "2026-05-01T14:00:01+02:00", scopes: ["turns"] });
  assert.equal(new Date(hit!.at).getTime(), at.getTime());
  assert.deepEqual(
    await alice.search("bike", { as_of: new Date(at.getTime() - 1000), scopes: ["turns"] }),
    [],
  );
  assert.equal((await alice.memories.list({ after: new Date("2100-01-01T00:00:00Z") })).items.length, 0);

  const never = new Date("soon");
  const error = await failure(alice.remember("I sold it.", { at: never }));
  assert.deepEqual([error.code, error.field], ["invalid_input", "at"]);
  assert.equal((await failure(alice.profile.current({ as_of: never }))).field, "as_of");
  assert.equal((await failure(alice.context("bike", { tokens: NaN }))).field, "tokens");
  assert.match((await failure(alice.remember("x", { at: "2026-05-01T12:00:00" }))).message, /time zone/);
});

test("any text and any name survive", async () => {
  const odd = memory.agent("Zoë/100% 日本 ?#&+🙂");
  const text = 'Emoji 🙂🏽, "quotes", back\\slash, \u2028 and עברית.';
  const id = await odd.remember(text, { conversation: "a/b c?#%2F..", id: "ö/1" });
  const talk = odd.conversation("a/b c?#%2F..");
  const [message] = await talk.messages().all();
  assert.equal(message?.content, text);
  assert.equal(message?.id, id);
  assert.equal((await odd.info()).agent_id, odd.id);
  await odd.knowledge.put("domain", "a/b?c", "x y");
  assert.equal((await odd.knowledge.get("domain", "a/b?c")).key, "a/b?c");
  await odd.erase();

  for (const name of ["", undefined, null, 7]) {
    // Without a name, the memories of all agents would be listed, or deleted.
    assert.throws(() => memory.agent(name as string), { code: "invalid_input", field: "agent" });
  }
  for (const name of ["..", ".", "", "\ud800"]) {
    const error = await failure(odd.memories.get(name));
    assert.deepEqual([error.code, error.field, error.status], ["invalid_input", "memory_id", undefined]);
  }
});

test("large content is stored, and what is too large is refused with its field", async () => {
  const alice = newAgent();
  const large = "word ".repeat(40_000);
  await alice.remember(large, { conversation: "long" });
  const [message] = await alice.conversation("long").messages().all();
  assert(message?.content === large);
  const error = await failure(alice.remember(large + large, { conversation: "long" }));
  assert.deepEqual([error.status, error.code], [422, "invalid_input"]);
  assert.match(error.field ?? "", /content/);
});

test("many calls at once do not mix", async () => {
  const agents = [newAgent(), newAgent()];
  const numbers = Array.from({ length: 40 }, (_, number) => number);
  const said = numbers.map((number) =>
    agents[number % 2]!.remember(`Number ${number}.`, { conversation: "n" }),
  );
  assert.equal(new Set(await Promise.all(said)).size, 40);
  for (const [rest, agent] of agents.entries()) {
    const messages = await agent.conversation("n").messages({ limit: 7 }).all();
    const found = messages.map((each) => Number(/\d+/.exec(each.content)?.[0])).sort((a, b) => a - b);
    assert.deepEqual(
      found,
      numbers.filter((number) => number % 2 === rest),
    );
  }
});

test("an error has the server's code, status, field and request", async () => {
  const alice = newAgent();
  const missing = await failure(alice.memories.get("nowhere"));
  assert.deepEqual([missing.name, missing.code, missing.status], ["RecollectError", "not_found", 404]);
  assert.match(missing.requestId ?? "", /\w+/);
  // @ts-expect-error: no such kind.
  const invalid = await failure(alice.memories.add("Likes tea", { kind: "poem" }));
  assert.deepEqual([invalid.status, invalid.code, invalid.field], [422, "invalid_input", "kind"]);
  await alice.remember("Tea.", { id: "t1" });
  assert.equal((await failure(alice.remember("Coffee.", { id: "t1" }))).code, "conflict");
  assert.equal((await failure(alice.search(""))).field, "query");
});

test("a key opens what it is for, and is never shown", async () => {
  const own = await startServer({ RECOLLECT_EMBEDDING_BACKEND: "none" });
  try {
    const apiKey = own.addKey("phone", "alice", "read,write");
    const reader = own.addKey("reader", "*", "read");
    const phone = new Recollect({ baseUrl: `${own.url}/`, apiKey });
    await phone.agent("alice").remember("I like tea.");
    const forbidden = await failure(phone.agent("bob").remember("I like tea."));
    assert.deepEqual([forbidden.status, forbidden.code], [403, "forbidden"]);
    assert.match(forbidden.message, /may not write the agent 'bob'/);
    const denied = await failure(phone.sync());
    assert.equal(denied.status, 403);
    assert.match(denied.message, /pass agent_id to sync one agent/);
    assert.equal((await phone.agent("alice").sync()).ok, true);
    assert.deepEqual(
      (await phone.agents().all()).map((each) => each.agent_id),
      ["alice"],
    );
    const readOnly = new Recollect({ baseUrl: own.url, apiKey: reader }).agent("alice");
    assert.equal((await readOnly.search("tea")).length > 0, true);
    assert.equal((await failure(readOnly.memories.add("Likes tea"))).code, "forbidden");

    for (const wrong of ["rck_wrong", "", undefined]) {
      const error = await failure(
        new Recollect({ baseUrl: own.url, apiKey: wrong }).agent("alice").search("tea"),
      );
      assert.deepEqual([error.status, error.code], [401, "unauthorized"]);
      assert.match(error.message, /recollect keys add/);
    }
    assert(!inspect(phone, { depth: 9, showHidden: true }).includes(apiKey));
    assert.throws(
      () => new Recollect({ apiKey: "secret\nsecret" }),
      (error: Error) => !error.message.includes("secret"),
    );
  } finally {
    await own.stop();
  }
});
