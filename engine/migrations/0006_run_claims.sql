-- expand
-- Engines claim runs here, without a second table of jobs. The previous release can run on this schema: it leaves both
-- columns null, and its own tables of jobs are ignored.
alter table run
  add column engine_id uuid,
  -- The start of the newest attempt, by which queues take turns.
  add column claimed_at timestamptz;

create index run_claimed on run (queue, claimed_at);
