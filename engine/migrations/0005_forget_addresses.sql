-- expand
-- Documents are known by the hash of their address, so that a removed one leaves no address behind, and an address may be
-- longer than an index allows. The previous release shares no library.
alter table library_document add column key bytea;
update library_document set key = sha256(convert_to(url, 'UTF8'));
alter table library_document
  drop constraint library_document_pkey,
  add primary key (key),
  alter column url drop not null,
  drop constraint library_document_removed;
update library_document set url = null where body is null;
-- Null in a document that was removed. Every index drops it by its key.
alter table library_document add constraint library_document_removed
  check ((body is null) = (hash is null) and (body is null) = (url is null));

-- As before, and keeps no address of what is removed.
create or replace function change_library(urls text[], bodies text[], hashes text[]) returns void language plpgsql as $$
declare
  change integer;
begin
  lock table library_change in exclusive mode;
  insert into library_change (version)
  select coalesce(max(version), 0) + 1 from library_change
  returning version into change;
  insert into library_document (key, url, version, place, body, hash)
  select sha256(convert_to(given.url, 'UTF8')), case when given.body is not null then given.url end,
    change, place, body, hash
  from unnest(urls, bodies, hashes) with ordinality as given (url, body, hash, place)
  on conflict (key) do update
  set url = excluded.url, version = excluded.version, place = excluded.place,
    body = excluded.body, hash = excluded.hash;
end
$$;
