import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { RecollectError } from "@recollect/client";
import { startServer } from "./server.js";

const here = fileURLToPath(new URL("..", import.meta.url));
const page = readFileSync(join(here, "..", "..", "docs", "how-to", "nextjs.md"), "utf-8");
const part = (choice: object) => `data: ${JSON.stringify({ id: "1", choices: [{ index: 0, ...choice }] })}\n\n`;

/** A model that streams "Fine.", unless it is told to refuse. */
async function startModel() {
  const told: { refuses?: number } = {};
  const model = createServer((request, response) => {
    request.resume().on("end", () => {
      if (told.refuses) return response.writeHead(told.refuses, { "Retry-After": "7" }).end("{}");
      response.writeHead(200, { "Content-Type": "text/event-stream" });
      response.write(part({ delta: { role: "assistant", content: "Fi" } }));
      response.write(part({ delta: { content: "ne." } }));
      response.end(`${part({ delta: {}, finish_reason: "stop" })}data: [DONE]\n\n`);
    });
  });
  await new Promise<void>((listening) => model.listen(0, "127.0.0.1", listening));
  const { port } = model.address() as AddressInfo;
  return { told, url: `http://127.0.0.1:${port}/v1`, stop: () => model.close().closeAllConnections() };
}

/** The files of the page and a session, compiled in a folder. */
function build(folder: string): void {
  const blocks = [...page.matchAll(/```ts\n\/\/ (\S+)\n(.*?)```/gs)];
  assert.equal(blocks.length, 6);
  const session = `export const currentUser = async (request: Request) =>
    request.headers.has("user") ? "ユーザー" + request.headers.get("user") : null;`;
  for (const [, name = "", text = ""] of [...blocks, ["", "lib/session.ts", session]]) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  // As in the tsconfig.json of a new Next.js project.
  const compilerOptions = {
    strict: true,
    module: "esnext",
    moduleResolution: "bundler",
    isolatedModules: true,
    esModuleInterop: true,
    target: "es2022",
    lib: ["esnext", "dom", "dom.iterable", "dom.asynciterable"],
    types: ["node"],
    skipLibCheck: true,
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions }));
  const compiler = join(here, "node_modules", "typescript", "bin", "tsc");
  execFileSync(process.execPath, [compiler, "-p", "."], { cwd: folder, stdio: "inherit" });
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf-8" })) {
    if (!name.endsWith(".js")) continue;
    const text = readFileSync(join(folder, name), "utf-8");
    // The bundler of Next.js finds the files without their endings, and not with them; Node does not.
    assert.doesNotMatch(text, /from "\.[^"]*\.js"/);
    writeFileSync(join(folder, name), text.replaceAll(/(from "\.[^"]*)"/g, '$1.js"'));
  }
}

test("the Next.js page's handlers chat, list, erase, forget, and answer when Recollect hangs or is down", async () => {
  const model = await startModel();
  const server = await startServer({ RECOLLECT_UPSTREAM_BASE_URL: model.url });
  const folder = mkdtempSync(join(here, "build", "nextjs-"));
  try {
    build(folder);
    // Loaded before the variables are set, as `next build` does.
    const load = (name: string) => import(pathToFileURL(join(folder, name)).href);
    const chat = await load("app/api/chat/route.js");
    const memories = await load("app/api/memory/route.js");
    const requests = await load("app/api/forget/route.js");
    const account = await load("app/api/account/route.js");
    const { agentOf, withAgent } = await load("lib/memory.js");
    const { answer } = await load("lib/answer.js");
    Object.assign(process.env, {
      MEMORY_URL: server.url,
      MEMORY_KEY: server.addKey("app", "acme/*", "read,write"),
      MEMORY_ERASE_KEY: server.addKey("app-erase", "acme/*", "read,write,admin"),
      MODEL_URL: model.url,
      MODEL_KEY: "sk-model",
      MODEL_NAME: "m",
    });
    const user = { user: "42" };
    const request = (path: string, init: RequestInit) => new Request(`http://localhost${path}`, init);
    const send = (route: any, method: string, sent: unknown) => {
      const body = typeof sent === "string" ? sent : JSON.stringify(sent);
      return route[method](request("/api", { method, headers: user, body }));
    };
    const thread = "日本 100%";
    const say = (content: string) => send(chat, "POST", { thread, messages: [{ role: "user", content }] });
    const refused = await chat.POST(request("/api/chat", { method: "POST", body: "{}" }));
    assert.equal(refused.status, 401);

    const first = await say("I live in Porto.");
    assert.equal(first.headers.get("x-memory"), "none");
    assert.equal(first.headers.get("x-not-stored"), "");
    assert.equal(await first.text(), "Fine.");
    const agent = await agentOf(request("/", { headers: user }));
    const stored = await agent.conversation("日本 100%").messages().all();
    assert.deepEqual(
      stored.map((each: { content: string }) => each.content),
      ["I live in Porto.", "Fine."],
    );
    await agent.sync();
    const listed = await (await memories.GET(request("/api/memory", { headers: user }))).json();
    assert.match(listed[0].content, /Porto/);
    const forget = (id: string) =>
      memories.DELETE(request(`/api/memory?id=${id}`, { method: "DELETE", headers: user }));
    assert.deepEqual(await (await forget(listed[0].id)).json(), { also_erased: [] });
    assert.equal((await forget(listed[0].id)).status, 404);
    assert.equal((await forget("")).status, 400);

    for (const wrong of ["", "{", "null", "[]", {}, { thread }, { thread, messages: [{ content: " " }] }]) {
      assert.equal((await send(chat, "POST", wrong)).status, 400, JSON.stringify(wrong));
      assert.equal((await send(chat, "DELETE", wrong)).status, 400, JSON.stringify(wrong));
      assert.equal((await send(requests, "POST", wrong)).status, 400, JSON.stringify(wrong));
    }
    for (const [refuses, status] of [[429, 429], [400, 400], [401, 502]] as const) {
      model.told.refuses = refuses;
      const refusal = await say("Hello?");
      assert.equal(refusal.status, status);
      assert.equal(refusal.headers.get("retry-after"), refuses === 429 ? "7" : null);
    }
    model.told.refuses = 0;
    const failing = (code: string, status: number, retryAfter?: number) =>
      withAgent(request("/", { headers: user }), async () => {
        throw new RecollectError("no", { code, status, retryAfter });
      });
    const busy = await failing("rate_limited", 429, 3);
    assert.deepEqual([busy.status, busy.headers.get("retry-after")], [429, "3"]);
    assert.equal((await failing("bad_response", 502)).status, 503);
    for (const status of [401, 403, 500]) await assert.rejects(failing("forbidden", status), RecollectError);

    await (await say("I live in Leeds.")).text();
    await (await say("I live in Bristol.\n")).text();
    await agent.sync();
    const homes = async () => (await agent.memories.list().all()).map((each: any) => each.content);
    assert.deepEqual(await homes(), ["User lives in Bristol."]);
    const takeBack = { thread, content: "I live in Bristol.\n" };
    assert.deepEqual(await (await send(chat, "DELETE", takeBack)).json(), { erased: 2 });
    assert.deepEqual(await (await send(chat, "DELETE", takeBack)).json(), { erased: 0 });
    await agent.sync();
    assert.deepEqual(await homes(), ["User lives in Leeds."]);

    await (await say("Please forget where I live.")).text();
    await agent.sync();
    const waiting = await requests.GET(request("/api/forget", { headers: user }));
    const [waits] = await waiting.json();
    assert.equal(waits.text, "Please forget where I live");
    const decide = () => send(requests, "POST", { id: waits.id, forget: true });
    assert.deepEqual(await (await decide()).json(), ["User lives in Leeds."]);
    assert.equal((await decide()).status, 409);
    assert.equal((await send(requests, "POST", { id: "unknown", forget: true })).status, 404);
    assert.deepEqual(await homes(), []);

    const asked = [{ role: "user", content: "I play chess." }];
    const tasks: (() => Promise<unknown>)[] = [];
    const later = (task: () => Promise<unknown>) => void tasks.push(task);
    assert.equal(await answer(agent, "t2", asked, async () => "Nice.", later), "Nice.");
    await tasks[0]!();
    assert.equal((await agent.conversation("t2").messages().all()).length, 2);
    const leave = () => account.DELETE(request("/api/account", { method: "DELETE", headers: user }));
    assert((await (await leave()).json()).turns > 0);
    assert.equal((await leave()).status, 404);

    const worksWithoutMemory = async () => {
      const reply = await say("Are you there?");
      assert.equal(reply.headers.get("x-memory"), "off");
      assert.equal(await reply.text(), "Fine.");
      assert.equal(await answer(agent, "t2", asked, async () => "Yes.", later), "Yes.");
      assert.equal((await memories.GET(request("/api/memory", { headers: user }))).status, 503);
    };
    server.hang();
    await worksWithoutMemory();
    server.goOn();
    await server.stop();
    await worksWithoutMemory();
    model.stop();
    assert.equal((await say("And you?")).status, 502);
  } finally {
    model.stop();
    rmSync(folder, { recursive: true });
    await server.stop();
  }
});
