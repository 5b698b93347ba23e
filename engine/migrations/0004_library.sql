-- expand
-- The documents of a library that several engines share. Each engine has an index of them on its disk and follows the
-- changes by their versions.
create table library_change (
  version integer primary key,
  -- Differs between two changes of the same version if the database was restored in between.
  id uuid not null default gen_random_uuid()
);

create table library_document (
  url text collate "C" primary key,
  -- Of the last change to it, and its place in that change.
  version integer not null references library_change,
  place integer not null,
  -- The document as JSON and the hash of its content. Both are null if it was removed, so that every index drops it.
  body text,
  hash text,
  constraint library_document_removed check ((body is null) = (hash is null))
);

create unique index library_document_version on library_document (version, place);

create table library_mark (
  name text primary key,
  value text not null
);

-- Puts documents, and removes those without a body, as one change. The lock makes changes visible in the order of their
-- versions, so that nobody who follows them skips one.
create function change_library(urls text[], bodies text[], hashes text[]) returns void language plpgsql as $$
declare
  change integer;
begin
  lock table library_change in exclusive mode;
  insert into library_change (version)
  select coalesce(max(version), 0) + 1 from library_change
  returning version into change;
  insert into library_document (url, version, place, body, hash)
  select url, change, place, body, hash
  from unnest(urls, bodies, hashes) with ordinality as given (url, body, hash, place)
  on conflict (url) do update
  set version = excluded.version, place = excluded.place, body = excluded.body, hash = excluded.hash;
end
$$;
