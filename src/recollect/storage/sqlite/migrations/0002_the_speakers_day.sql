-- why: "tomorrow" is reckoned from the day where the speaker is, so a turn keeps how far its clock was ahead of UTC.
-- In seconds. Of turns from before nothing is known, and their days stay those of UTC.

ALTER TABLE turns ADD COLUMN utc_offset INTEGER NOT NULL DEFAULT 0 CHECK (utc_offset BETWEEN -86399 AND 86399);
