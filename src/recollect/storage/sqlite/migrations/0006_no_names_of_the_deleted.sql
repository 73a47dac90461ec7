-- why: the names of deleted conversations, turns and memories stayed readable in tombstones, and no reader needs them.
-- From here on a tombstone says only that something was deleted at a revision: its id is empty.

INSERT INTO meta (key, value)
    SELECT 'traces', lower(hex(randomblob(8))) WHERE EXISTS (SELECT 1 FROM tombstones)
    ON CONFLICT (key) DO UPDATE SET value = excluded.value;
UPDATE agents SET floor = max(
    floor, coalesce((SELECT max(revision) FROM tombstones WHERE agent_pk = agents.pk), 0));
DELETE FROM tombstones;
