-- Runs wait in queues that take turns. A caller names the queue by something that means nothing here;
-- runs without a name share one.
alter table run add column queue text not null default '';

create index run_waiting on run (queue, created_at) where state = 'queued';
