#!/bin/sh
# Creates the roles and databases of docs/operating/database.md. PostgreSQL's image runs it once, on an empty volume.
set -eu
psql --username "${POSTGRES_USER:-postgres}" --dbname "${POSTGRES_DB:-postgres}" --no-psqlrc --quiet \
  --set ON_ERROR_STOP=1 --set service="$SERVICE_PASSWORD" --set engine="$ENGINE_PASSWORD" <<'SQL'
create role footnote_service login password :'service';
create role footnote_engine login password :'engine';
create database footnote owner footnote_service;
create database footnote_engine owner footnote_engine;
revoke connect, temporary on database footnote, footnote_engine from public;
SQL
