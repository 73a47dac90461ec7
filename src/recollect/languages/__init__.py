"""Languages as data: one file per language in `packs/`, and which of them a text is in."""
