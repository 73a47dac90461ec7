// What mem0's TypeScript client gets from a server: node client.mjs URL KEY.
import { createRequire } from "node:module";
import { join } from "node:path";

const { MemoryClient } = createRequire(join(process.env.NODE_HOME, "x.js"))("mem0ai");
const [host, apiKey] = process.argv.slice(2);
const client = new MemoryClient({ apiKey, host });
const messages = [{ role: "user", content: "I live in Lisbon." }];
const added = await client.add(messages, { userId: "alice", metadata: { app: "trips" } });
const id = added.results[0].id;
const filters = { user_id: "alice" };
const found = await client.search("Where does the user live?", { filters });
await client.update(id, { text: "Lives in Porto" });
const changed = await client.get(id);
const all = await client.getAll({ filters, page: 1, pageSize: 10 });
await client.delete(id);
const history = await client.history(id);
const users = await client.users();
await client.deleteUsers({ userId: "alice" });
const left = await client.users();
console.log(JSON.stringify({ added, found, changed, all, history, users, left }));
process.exit(0);
