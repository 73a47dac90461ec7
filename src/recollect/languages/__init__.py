"""Language packs, one data file per language in `packs/`, and language detection."""
