// What can be done with a memory: change, pin, delete with undo, restore. Every view that shows it is told.
import { api, part } from '../api.js';
import { announce } from '../changes.js';
import { attempt, toast } from '../components.js';

const pathOf = (memory) => `/api/v1/memory/${part(memory.id)}`;
const whose = (memory) => ({ agent_id: memory.agent_id });

/** Deletes a memory; the second function brings back the version from before, with its confidence. */
export const deleteMemory = (memory) => api.delete(pathOf(memory), whose(memory));
export const bringBack = (memory) => api.post(`${pathOf(memory)}/restore`, { version: memory.version }, whose(memory));
export const changeMemory = (memory, changes) => api.patch(pathOf(memory), changes, whose(memory));

const run = (memory, action, done) => attempt(async () => { const now = await action(); announce(now, memory); return now; }, done);

export const change = (memory, changes, done) => run(memory, () => changeMemory(memory, changes), done);
export const pin = (memory) => change(memory, { pinned: !memory.pinned }, memory.pinned ? 'Unpinned.' : 'Pinned. It never fades.');
export const restore = (memory, version) => run(memory, () => api.post(`${pathOf(memory)}/restore`, version ? { version } : {}, whose(memory)),
  version ? 'Version restored.' : 'Restored.');

/** Removes the attribute that was wrongly read in a memory, and its relation. */
export async function notRight(memory) {
  const now = await change(memory, { drop_attribute: true });
  if (now) toast(`No longer taken as ${memory.attribute.replaceAll('_', ' ')}.`, { undo: () => restore(now, memory.version) });
}

export async function remove(memory) {
  const deleted = await run(memory, () => deleteMemory(memory));
  if (!deleted) return;
  toast('Deleted. It is learned again only if someone repeats it.', { undo: () => run(deleted, () => bringBack(memory), 'Restored.') });
}
