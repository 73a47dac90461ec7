-- why: the names of deleted conversations, turns and memories stayed readable in tombstones, and no reader needs them.
-- From here on a tombstone says only that something was deleted at a revision: its id is empty. Servers of the version
-- before read that as a deletion too, and start over.

INSERT INTO meta (key, value)
    SELECT 'traces', md5(random()::text) WHERE EXISTS (SELECT 1 FROM tombstones)
    ON CONFLICT (key) DO UPDATE SET value = excluded.value;
UPDATE agents a SET floor = greatest(floor, t.last)
    FROM (SELECT agent_pk, max(revision) AS last FROM tombstones GROUP BY agent_pk) t WHERE a.pk = t.agent_pk;
DELETE FROM tombstones;
