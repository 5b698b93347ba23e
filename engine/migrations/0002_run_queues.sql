-- Runs wait in queues that take turns. The caller chooses the queue name, which is opaque here; runs
-- without a name share a queue.
alter table run add column queue text not null default '';

create index run_waiting on run (queue, created_at) where state = 'queued';
