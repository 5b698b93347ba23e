-- Background runs. What a caller sent and what came of it is sealed before it gets here, with a key
-- that is kept elsewhere: neither these tables nor their log nor a backup can be read without it.

create type run_state as enum ('queued', 'running', 'completed', 'failed');

create table run (
  id uuid primary key,
  state run_state not null default 'queued',
  attempts smallint not null default 0,
  -- Which attempt may write about the run: one that lost its lease is another one by then.
  attempt_id uuid,
  -- Gone as soon as the run has ended.
  sealed_request bytea,
  sealed_outcome bytea,
  failure text,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  completed_at timestamptz,
  constraint run_unfinished check (
    state in ('completed', 'failed')
    or (sealed_request is not null and sealed_outcome is null and failure is null and completed_at is null)
  ),
  constraint run_completed check (
    state <> 'completed' or (sealed_outcome is not null and failure is null)
  ),
  constraint run_failed check (state <> 'failed' or failure is not null),
  constraint run_ended check (
    state not in ('completed', 'failed') or (sealed_request is null and completed_at is not null)
  )
);

create index run_created_at on run (created_at);
create index run_to_do on run (updated_at) where state in ('queued', 'running');

-- Progress: names of steps and counts, never content.
create table run_event (
  run_id uuid not null references run on delete cascade,
  id integer not null,
  name text not null,
  counts jsonb not null,
  primary key (run_id, id)
);

-- Which worker pools of the job library are alive. An engine renews the row of its own.
create table worker_lease (
  pool_id text primary key,
  engine_id uuid not null,
  lease_until timestamptz not null
);

create index worker_lease_engine on worker_lease (engine_id);

-- Whoever watches a run, in whichever process, hears that there is something to read.
create function tell_of_run() returns trigger language plpgsql as $$
begin
  perform pg_notify('footnote_run', new.id::text);
  return null;
end
$$;

create trigger run_changed after update on run
for each row when (old.state is distinct from new.state)
execute function tell_of_run();

create function tell_of_run_events() returns trigger language plpgsql as $$
begin
  perform pg_notify('footnote_run', run_id::text) from (select distinct run_id from added) as runs;
  return null;
end
$$;

create trigger run_event_added after insert on run_event
referencing new table as added
for each statement execute function tell_of_run_events();
