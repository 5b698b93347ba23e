create type run_state as enum ('queued', 'running', 'completed', 'failed');

create table library_change (
  version integer not null,
  id uuid not null default gen_random_uuid(),
  constraint library_change_pkey PRIMARY KEY (version)
);

create table library_document (
  url text,
  version integer not null,
  place integer not null,
  body text,
  hash text,
  key bytea not null,
  constraint library_document_removed CHECK ((((body IS NULL) = (hash IS NULL)) AND ((body IS NULL) = (url IS NULL)))),
  constraint library_document_version_fkey FOREIGN KEY (version) REFERENCES library_change(version),
  constraint library_document_pkey PRIMARY KEY (key)
);

create table library_mark (
  name text not null,
  value text not null,
  constraint library_mark_pkey PRIMARY KEY (name)
);

create table migration (
  name text not null,
  applied_at timestamp with time zone not null default now(),
  constraint migration_pkey PRIMARY KEY (name)
);

create table run (
  id uuid not null,
  state run_state not null default 'queued'::run_state,
  attempts smallint not null default 0,
  attempt_id uuid,
  sealed_request bytea,
  sealed_outcome bytea,
  failure text,
  created_at timestamp with time zone not null default clock_timestamp(),
  updated_at timestamp with time zone not null default clock_timestamp(),
  completed_at timestamp with time zone,
  queue text not null default ''::text,
  engine_id uuid,
  claimed_at timestamp with time zone,
  constraint run_completed CHECK (((state <> 'completed'::run_state) OR ((sealed_outcome IS NOT NULL) AND (failure IS NULL)))),
  constraint run_ended CHECK (((state <> ALL (ARRAY['completed'::run_state, 'failed'::run_state])) OR ((sealed_request IS NULL) AND (completed_at IS NOT NULL)))),
  constraint run_failed CHECK (((state <> 'failed'::run_state) OR (failure IS NOT NULL))),
  constraint run_unfinished CHECK (((state = ANY (ARRAY['completed'::run_state, 'failed'::run_state])) OR ((sealed_request IS NOT NULL) AND (sealed_outcome IS NULL) AND (failure IS NULL) AND (completed_at IS NULL)))),
  constraint run_pkey PRIMARY KEY (id)
);

create table run_event (
  run_id uuid not null,
  id integer not null,
  name text not null,
  counts jsonb not null,
  constraint run_event_run_id_fkey FOREIGN KEY (run_id) REFERENCES run(id) ON DELETE CASCADE,
  constraint run_event_pkey PRIMARY KEY (run_id, id)
);

create table run_reply (
  run_id uuid not null,
  id bigint generated always as identity not null,
  sealed_reply bytea not null,
  constraint run_reply_run_id_fkey FOREIGN KEY (run_id) REFERENCES run(id) ON DELETE CASCADE,
  constraint run_reply_pkey PRIMARY KEY (run_id, id)
);

create table schema_change (
  name text not null,
  kind text not null,
  needs text,
  applied_at timestamp with time zone not null default clock_timestamp(),
  constraint schema_change_kind_check CHECK ((kind = ANY (ARRAY['expand'::text, 'contract'::text]))),
  constraint schema_change_pkey PRIMARY KEY (name)
);

create table worker_lease (
  pool_id text not null,
  engine_id uuid not null,
  lease_until timestamp with time zone not null,
  constraint worker_lease_pkey PRIMARY KEY (pool_id)
);

CREATE UNIQUE INDEX library_document_version ON public.library_document USING btree (version, place);

CREATE INDEX run_claimed ON public.run USING btree (queue, claimed_at);

CREATE INDEX run_created_at ON public.run USING btree (created_at);

CREATE INDEX run_running ON public.run USING btree (engine_id) WHERE (state = 'running'::run_state);

CREATE INDEX run_to_do ON public.run USING btree (updated_at) WHERE (state = ANY (ARRAY['queued'::run_state, 'running'::run_state]));

CREATE INDEX run_waiting ON public.run USING btree (queue, created_at) WHERE (state = 'queued'::run_state);

CREATE INDEX worker_lease_engine ON public.worker_lease USING btree (engine_id);

CREATE TRIGGER run_changed AFTER UPDATE ON public.run FOR EACH ROW WHEN ((old.state IS DISTINCT FROM new.state)) EXECUTE FUNCTION tell_of_run();

CREATE TRIGGER run_event_added AFTER INSERT ON public.run_event REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION tell_of_run_events();

CREATE OR REPLACE FUNCTION public.change_library(urls text[], bodies text[], hashes text[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
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
$function$
;

CREATE OR REPLACE FUNCTION public.tell_of_run()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('footnote_run', new.id::text);
  return null;
end
$function$
;

CREATE OR REPLACE FUNCTION public.tell_of_run_events()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('footnote_run', run_id::text) from (select distinct run_id from added) as runs;
  return null;
end
$function$
;
