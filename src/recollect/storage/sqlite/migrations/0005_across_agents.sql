-- why: with very many agents, finding a memory by its id alone and counting all memories must not read every row.

CREATE INDEX entries_by_id ON entries (id);
DROP INDEX entries_by_status;
CREATE INDEX entries_by_status ON entries (agent_pk, status, kind, priority);
