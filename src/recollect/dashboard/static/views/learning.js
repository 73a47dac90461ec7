// Whether memories are being learned in the background.
import { useEffect, useRef } from '../ui.js';
import { api } from '../api.js';
import { useLoaded } from '../components.js';

// How long until it is asked again whether what is being learned has been.
const SOON = 2000;

/** Whether an agent's memories, or those of all, are being learned; `onLearned` is called once they have been. It asks while `round` is not 0. */
export function useLearning(agent, round, onLearned) {
  const jobs = useLoaded(async () => (round ? api.get('/api/v1/jobs', { agent_id: agent, limit: 200 }) : null), [agent, round]);
  const isLearning = jobs.data?.jobs.some((job) => job.state === 'running' || (job.state === 'pending' && new Date(job.due_at) <= Date.now()));
  const wasLearning = useRef(false);
  useEffect(() => {
    if (wasLearning.current) onLearned();
    wasLearning.current = isLearning;
    if (!isLearning) return undefined;
    const timer = setTimeout(jobs.again, SOON);
    return () => clearTimeout(timer);
  }, [jobs.data]);
  return isLearning;
}

export const LEARNING = 'Learning is under way: memories appear here as soon as they are learned.';
