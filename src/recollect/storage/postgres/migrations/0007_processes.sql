-- why: who runs several servers and workers must see which of them are alive, and that a worker has died.

CREATE TABLE processes (
    name       text COLLATE "C" PRIMARY KEY,
    kind       text NOT NULL,
    host       text NOT NULL,
    pid        bigint NOT NULL,
    version    text NOT NULL,
    -- Whether its background thread was alive.
    runs_jobs  boolean NOT NULL,
    started_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    seen_at    timestamptz NOT NULL DEFAULT clock_timestamp()
) WITH (fillfactor = 50);
