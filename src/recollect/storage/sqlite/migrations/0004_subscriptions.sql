-- why: an agent may read the memory of other agents, its spaces, beside its own; these are the ones it reads by default.
-- A space is named, not referenced: an import may bring an agent before its spaces. Erasing a space deletes its rows here.

CREATE TABLE subscriptions (
    pk       INTEGER PRIMARY KEY,
    agent_pk INTEGER NOT NULL REFERENCES agents (pk) ON DELETE CASCADE,
    space    TEXT NOT NULL,
    UNIQUE (agent_pk, space)
) STRICT;
CREATE INDEX subscriptions_by_space ON subscriptions (space);
