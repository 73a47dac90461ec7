-- why: agents, conversations, turns, memories with their history, vectors, jobs and tombstones.
-- Every table of an agent's rows has agent_pk with ON DELETE CASCADE, so erasing the agent erases them.
-- Times are microseconds since 1970, UTC.

CREATE TABLE meta (
    key   TEXT PRIMARY KEY,
    value ANY NOT NULL
) STRICT, WITHOUT ROWID;

-- The highest revision of any agent that was erased: a new agent begins above it, so that a revision never
-- goes back, also after erasure, and no name has to be kept for that.
INSERT INTO meta (key, value) VALUES ('erased', 0);

CREATE TABLE agents (
    pk         INTEGER PRIMARY KEY,
    id         TEXT NOT NULL UNIQUE,
    created_at INTEGER NOT NULL,
    revision   INTEGER NOT NULL,
    -- A reader older than this has missed tombstones and must start afresh.
    floor      INTEGER NOT NULL
) STRICT;

CREATE TABLE conversations (
    pk         INTEGER PRIMARY KEY,
    agent_pk   INTEGER NOT NULL REFERENCES agents (pk) ON DELETE CASCADE,
    id         TEXT NOT NULL,
    title      TEXT,
    started_at INTEGER NOT NULL,
    last_at    INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    metadata   TEXT NOT NULL DEFAULT '{}',
    turns      INTEGER NOT NULL DEFAULT 0,
    next_index INTEGER NOT NULL DEFAULT 0,
    revision   INTEGER NOT NULL,
    UNIQUE (agent_pk, id)
) STRICT;

CREATE TABLE turns (
    pk              INTEGER PRIMARY KEY,
    agent_pk        INTEGER NOT NULL REFERENCES agents (pk) ON DELETE CASCADE,
    conversation_pk INTEGER NOT NULL REFERENCES conversations (pk) ON DELETE CASCADE,
    id              TEXT NOT NULL,
    idx             INTEGER NOT NULL,
    role            TEXT NOT NULL,
    speaker         TEXT,
    at              INTEGER NOT NULL,
    recorded_at     INTEGER NOT NULL,
    tokens          INTEGER NOT NULL,
    tier            TEXT NOT NULL,
    relevance       REAL NOT NULL,
    view            TEXT NOT NULL,
    -- Of a summary: the index below which it stands for what was said.
    covers          INTEGER,
    revision        INTEGER NOT NULL,
    -- The hashed terms of the content, and which reader made them of it. They stand before the long columns:
    -- what lies behind a long text is reached only by reading through it.
    read_by         TEXT,
    reading         BLOB,
    metadata        TEXT NOT NULL,
    content         TEXT NOT NULL,
    UNIQUE (conversation_pk, id),
    UNIQUE (conversation_pk, idx)
) STRICT;
CREATE INDEX turns_by_revision ON turns (agent_pk, revision);
CREATE INDEX turns_that_summarize ON turns (conversation_pk, idx) WHERE covers IS NOT NULL;

-- Float16, little-endian. Clustered by agent, because they are read an agent at a time.
CREATE TABLE turn_vectors (
    agent_pk INTEGER NOT NULL REFERENCES agents (pk) ON DELETE CASCADE,
    turn_pk  INTEGER NOT NULL REFERENCES turns (pk) ON DELETE CASCADE,
    space    TEXT NOT NULL,
    data     BLOB NOT NULL,
    revision INTEGER NOT NULL,
    PRIMARY KEY (agent_pk, turn_pk)
) STRICT, WITHOUT ROWID;
CREATE INDEX turn_vectors_by_revision ON turn_vectors (agent_pk, revision);
CREATE INDEX turn_vectors_by_turn ON turn_vectors (turn_pk);

CREATE TABLE entries (
    pk                  INTEGER PRIMARY KEY,
    agent_pk            INTEGER NOT NULL REFERENCES agents (pk) ON DELETE CASCADE,
    id                  TEXT NOT NULL,
    digest              TEXT NOT NULL,
    version             INTEGER NOT NULL,
    kind                TEXT NOT NULL,
    content             TEXT NOT NULL,
    subject             TEXT,
    key                 TEXT,
    confidence          REAL NOT NULL,
    priority            TEXT NOT NULL,
    tags                TEXT NOT NULL,
    metadata            TEXT NOT NULL,
    pinned              INTEGER NOT NULL,
    status              TEXT NOT NULL,
    edited              INTEGER NOT NULL,
    -- when it held in the world
    valid_from          INTEGER,
    valid_until         INTEGER,
    -- when it was learned, and last changed
    recorded_at         INTEGER NOT NULL,
    changed_at          INTEGER NOT NULL,
    superseded_by       TEXT,
    -- whose word it is, and where it stands
    origin              TEXT NOT NULL,
    source_conversation TEXT,
    source_turn         TEXT,
    source_start        INTEGER,
    source_end          INTEGER,
    quote               TEXT,
    access_count        INTEGER NOT NULL DEFAULT 0,
    accessed_at         INTEGER,
    decayed_at          INTEGER,
    -- as JSON: where else it was said, what it cannot stand beside, and what it says of whom
    also                TEXT NOT NULL DEFAULT '[]',
    rivals              TEXT NOT NULL DEFAULT '[]',
    mentions            TEXT NOT NULL DEFAULT '[]',
    links               TEXT NOT NULL DEFAULT '[]',
    revision            INTEGER NOT NULL,
    -- As in turns, of the content as it is now.
    read_by             TEXT,
    reading             BLOB,
    UNIQUE (agent_pk, id)
) STRICT;
CREATE UNIQUE INDEX entries_by_key ON entries (agent_pk, kind, key) WHERE key IS NOT NULL;
CREATE INDEX entries_by_digest ON entries (agent_pk, digest);
CREATE INDEX entries_by_status ON entries (agent_pk, status);
CREATE INDEX entries_by_revision ON entries (agent_pk, revision);
CREATE INDEX entries_by_source ON entries (agent_pk, source_conversation) WHERE source_conversation IS NOT NULL;

CREATE TABLE entry_vectors (
    agent_pk INTEGER NOT NULL REFERENCES agents (pk) ON DELETE CASCADE,
    entry_pk INTEGER NOT NULL REFERENCES entries (pk) ON DELETE CASCADE,
    space    TEXT NOT NULL,
    data     BLOB NOT NULL,
    revision INTEGER NOT NULL,
    PRIMARY KEY (agent_pk, entry_pk)
) STRICT, WITHOUT ROWID;
CREATE INDEX entry_vectors_by_revision ON entry_vectors (agent_pk, revision);
CREATE INDEX entry_vectors_by_entry ON entry_vectors (entry_pk);

CREATE TABLE entry_versions (
    agent_pk INTEGER NOT NULL REFERENCES agents (pk) ON DELETE CASCADE,
    entry_pk INTEGER NOT NULL REFERENCES entries (pk) ON DELETE CASCADE,
    number   INTEGER NOT NULL,
    at       INTEGER NOT NULL,
    change   TEXT NOT NULL,
    entry    TEXT NOT NULL,
    PRIMARY KEY (entry_pk, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX entry_versions_by_agent ON entry_versions (agent_pk, at);

-- What models have answered to a prompt, so that nothing has to be asked twice.
CREATE TABLE answers (
    agent_pk     INTEGER NOT NULL REFERENCES agents (pk) ON DELETE CASCADE,
    key          TEXT NOT NULL,
    -- empty where it is about more than one
    conversation TEXT NOT NULL,
    at           INTEGER NOT NULL,
    answer       TEXT NOT NULL,
    PRIMARY KEY (agent_pk, key)
) STRICT, WITHOUT ROWID;

-- All runs of the optimizer there ever were, of which the last are kept below.
CREATE TABLE optimizer (
    agent_pk     INTEGER NOT NULL PRIMARY KEY REFERENCES agents (pk) ON DELETE CASCADE,
    runs         INTEGER NOT NULL,
    tokens_saved INTEGER NOT NULL
) STRICT;

-- The parameters of an agent are those that its last run has left behind.
CREATE TABLE optimizer_snapshots (
    agent_pk      INTEGER NOT NULL REFERENCES agents (pk) ON DELETE CASCADE,
    number        INTEGER NOT NULL,
    at            INTEGER NOT NULL,
    usage_ratio   REAL NOT NULL,
    tokens_before INTEGER NOT NULL,
    tokens_after  INTEGER NOT NULL,
    compressed    INTEGER NOT NULL,
    dropped       INTEGER NOT NULL,
    promoted      INTEGER NOT NULL,
    trigger_ratio REAL NOT NULL,
    full_window   INTEGER NOT NULL,
    min_relevance REAL NOT NULL,
    PRIMARY KEY (agent_pk, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX optimizer_snapshots_by_time ON optimizer_snapshots (at);

-- One row for each agent, conversation and kind; an empty conversation means the agent as a whole.
CREATE TABLE jobs (
    pk           INTEGER PRIMARY KEY,
    agent_pk     INTEGER NOT NULL REFERENCES agents (pk) ON DELETE CASCADE,
    id           TEXT NOT NULL UNIQUE,
    conversation TEXT NOT NULL,
    kind         TEXT NOT NULL,
    state        TEXT NOT NULL,
    due_at       INTEGER NOT NULL,
    attempts     INTEGER NOT NULL DEFAULT 0,
    watermark    INTEGER NOT NULL DEFAULT -1,
    outcome      TEXT,
    -- raised by each new request, so that work asked for during a run is not lost
    asked        INTEGER NOT NULL DEFAULT 1,
    claimed      INTEGER NOT NULL DEFAULT 0,
    -- 1 when the request made during a run names turns that the run may have passed already
    set_back     INTEGER NOT NULL DEFAULT 0,
    settled      INTEGER NOT NULL DEFAULT 0,
    -- when work asked for during a run is due
    next_due     INTEGER,
    lease_owner  TEXT,
    lease_token  TEXT,
    created_at   INTEGER NOT NULL,
    updated_at   INTEGER NOT NULL,
    UNIQUE (agent_pk, conversation, kind)
) STRICT;
-- While a job runs, due_at is the end of its lease.
CREATE INDEX jobs_by_due ON jobs (state, due_at);
CREATE INDEX jobs_by_agent ON jobs (state, agent_pk, due_at);

CREATE TABLE tombstones (
    agent_pk INTEGER NOT NULL REFERENCES agents (pk) ON DELETE CASCADE,
    revision INTEGER NOT NULL,
    what     TEXT NOT NULL,
    id       TEXT NOT NULL,
    PRIMARY KEY (agent_pk, revision, what, id)
) STRICT, WITHOUT ROWID;
