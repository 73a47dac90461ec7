import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const PYTHON = process.env.PYTHON ?? "python3";

/** A real server with a home of its own, until it is stopped. */
export interface Server {
  url: string;
  /** Makes a key; from then on the server asks for one. */
  addKey(name: string, agents: string, rights: string): string;
  /** Answers nothing from now on, while connections to it still open. */
  hang(): void;
  goOn(): void;
  stop(): Promise<void>;
}

export async function startServer(settings: Record<string, string> = {}): Promise<Server> {
  const home = mkdtempSync(join(tmpdir(), "recollect-client-"));
  const env = { ...process.env, ...settings, RECOLLECT_HOME: home };
  const server = spawn(PYTHON, ["-m", "recollect", "serve", "--port", "0"], {
    env,
    stdio: ["ignore", "ignore", "pipe"],
  });
  const ended = once(server, "exit");
  const url = await new Promise<string>((resolve, reject) => {
    let told = "";
    server.stderr.on("data", (text) => {
      const found = /listening on (http:\S+)/.exec((told += text));
      if (found?.[1]) resolve(found[1]);
    });
    server.on("error", reject);
    server.on("exit", () => reject(new Error(`the server did not start: ${told}`)));
  });
  return {
    url,
    addKey(name, agents, rights) {
      const arguments_ = [
        "-m",
        "recollect",
        "keys",
        "add",
        name,
        "--agents",
        agents,
        "--rights",
        rights,
        "--json",
      ];
      return JSON.parse(execFileSync(PYTHON, arguments_, { env, encoding: "utf-8" })).key;
    },
    hang: () => void server.kill("SIGSTOP"),
    goOn: () => void server.kill("SIGCONT"),
    async stop() {
      server.kill("SIGCONT"); // one that hangs would not end
      server.kill("SIGTERM");
      await ended;
      rmSync(home, { recursive: true, force: true });
    },
  };
}
