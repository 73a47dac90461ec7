#!/bin/sh
# Runs once, in an empty database: a role without special rights owns the memory.
set -eu
psql --set=ON_ERROR_STOP=1 --set=password="$(cat /run/secrets/recollect_password)" <<'SQL'
CREATE ROLE recollect LOGIN PASSWORD :'password';
CREATE DATABASE recollect OWNER recollect ENCODING 'UTF8' TEMPLATE template0;
SQL
