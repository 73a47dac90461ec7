import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import * as client from "@recollect/client";
import { startServer } from "./server.js";

const here = fileURLToPath(new URL("..", import.meta.url));
const page = readFileSync(join(here, "README.md"), "utf-8");

test("the examples of the README run, and are typed", async () => {
  const blocks = [...page.matchAll(/```ts\n(.*?)```/gs)].map((found) => found[1] ?? "");
  assert.equal(blocks.length, 3);
  const server = await startServer();
  const folder = mkdtempSync(join(here, "build", "readme-"));
  try {
    // With the key that its page says to make, which is not an administrator's.
    const env = { ...process.env, MEMORY_KEY: server.addKey("app", "alice", "read,write") };
    const program = blocks.join("\n").replace("http://127.0.0.1:8377", server.url);
    for (const name of ["try.mjs", "try.mts"]) writeFileSync(join(folder, name), program);
    const printed = execFileSync(process.execPath, ["try.mjs"], { cwd: folder, env, encoding: "utf-8" });
    assert.match(printed, /Lisbon/);
    assert.match(printed, /^Please forget that I prefer tea \[ 'I prefer tea over coffee'/m);
    assert.match(printed, /^I prefer tea over coffee\. \d/m);
    assert.match(printed, /\[ 'Is allergic to nuts', 'Is allergic to peanuts' \]/);
    const compiler = join(here, "node_modules", "typescript", "bin", "tsc");
    const options = [
      "--strict",
      "--noEmit",
      "--module",
      "nodenext",
      "--lib",
      "es2022",
      "--types",
      "node",
      "try.mts",
    ];
    execFileSync(process.execPath, [compiler, ...options], { cwd: folder, stdio: "inherit" });
  } finally {
    rmSync(folder, { recursive: true });
    await server.stop();
  }
});

test("every method that the README names is there", () => {
  const rows = [...page.matchAll(/^\| (.+?) \| (.+) \|$/gm)].filter(
    ([, what]) => what?.trim() && !what.startsWith("---"),
  );
  const memory = new client.Recollect() as any;
  const alice = memory.agent("alice");
  const holders: Record<string, object[]> = {
    "`memory`": [memory],
    "an agent": [alice],
    '`alice.conversation("c1")`': [alice.conversation("c1")],
  };
  assert.equal(rows.length, 14);
  for (const [, what = "", methods = ""] of rows) {
    const found = holders[what] ?? [alice[what.replace(/`(alice\.)?/g, "")]];
    for (const [, name = ""] of methods.matchAll(/`(\w+)`/g)) {
      assert(
        found.some((each) => name in each),
        `${what} ${name}`,
      );
    }
  }
});
