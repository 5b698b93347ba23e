-- An upstream's key, sealed with a secret that is not in the database. SQL cannot seal, so the service
-- seals the keys in api_key at its next start and then empties that column, which nothing writes any
-- more. A later migration can drop it.
alter table upstream add column sealed_key bytea;
alter table upstream alter column api_key drop not null;
