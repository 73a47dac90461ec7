-- why: an application can say of a message whether its user typed or pasted it, or a tool wrote it; NULL: told by its form.

ALTER TABLE turns ADD COLUMN origin TEXT;
