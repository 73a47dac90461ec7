-- why: frameworks keep JSON values by namespace and key, with an expiry and with vectors of their own.

CREATE TABLE items (
    pk          INTEGER PRIMARY KEY,
    agent_pk    INTEGER NOT NULL REFERENCES agents (pk) ON DELETE CASCADE,
    id          TEXT NOT NULL,
    -- a JSON list of names
    namespace   TEXT NOT NULL,
    key         TEXT NOT NULL,
    version     INTEGER NOT NULL,
    created_at  INTEGER NOT NULL,
    updated_at  INTEGER NOT NULL,
    expires_at  INTEGER,
    -- in seconds
    ttl         REAL,
    revision    INTEGER NOT NULL,
    -- As in turns and entries: the terms of the texts, and a vector for each of their passages.
    read_by     TEXT,
    reading     BLOB,
    space       TEXT,
    vector      BLOB,
    -- The vectors of the caller, one for each text, and the length of one.
    dims        INTEGER,
    own_vectors BLOB,
    metadata    TEXT NOT NULL,
    -- a JSON list of the texts that it is found by
    texts       TEXT NOT NULL,
    value       TEXT NOT NULL,
    UNIQUE (agent_pk, id),
    UNIQUE (agent_pk, namespace, key)
) STRICT;
CREATE INDEX items_by_revision ON items (agent_pk, revision);
CREATE INDEX items_by_expiry ON items (agent_pk, expires_at) WHERE expires_at IS NOT NULL;
CREATE INDEX items_by_dims ON items (agent_pk, dims) WHERE dims IS NOT NULL;
