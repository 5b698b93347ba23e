-- What the status page tells: how many calls succeeded, how many were refunded and why, and how long
-- they took. It is told from counts, so that no visitor makes the service read its charges.

-- When a task was first seen completed or failed; null before, and for tasks that ended before this
-- column was there. A task is captured when its result is fetched, which says nothing of how long it took.
alter table task add column ended_at timestamptz;

create function note_task_end() returns trigger language plpgsql as $$
begin
  new.ended_at := clock_timestamp();
  return new;
end
$$;
-- Runs once in a task's life. A synchronous call has no row here, so settling one costs what it did.
create trigger task_notes_its_end before update of state on task
  for each row
  when (new.state in ('completed', 'failed') and old.state not in ('completed', 'failed'))
  execute function note_task_end();

-- Finds the charges of an hour. Charges lie in the order in which they were made and are settled soon
-- after, so a summary of each megabyte will do.
create index charge_settled on charge using brin (settled_at) with (autosummarize = on);

-- Calls by the hour (of UTC) in which they were settled.
create table call_hour (
  hour timestamptz not null,
  tool text not null,
  -- Empty for a tool without efforts.
  effort text not null,
  -- captured, or the cause of the refund.
  outcome text not null,
  -- See latency_bucket.
  latency_bucket smallint not null,
  calls bigint not null,
  primary key (hour, tool, effort, outcome, latency_bucket),
  constraint call_hour_calls_are_not_negative check (calls >= 0)
);

-- The counts that were made in the last day, or at least the last one: until when they reached, and
-- when they were made.
create table calls_counted (
  until timestamptz primary key,
  counted_at timestamptz not null
);

-- How long a call took, to within a few per cent: bucket n ends at 1.12 to the power of n milliseconds,
-- where bucket n + 1 begins. -1 where it is not known or does not matter.
create function latency_bucket(took interval) returns smallint language sql immutable as $$
  select case
    when took is null then -1
    else ceil(ln(greatest(extract(epoch from took)::float8 * 1000, 1)) / ln(1.12::float8))
  end::smallint
$$;

-- Counts the calls that were settled in the next part of the time since the last count, each once, in
-- one transaction with the note of how far it came. True when there is more to count. However many calls
-- there are, there is a part that is done within a statement's time; whoever calls finds it. Whoever finds
-- another counting leaves it at that.
--
-- What was settled within the last 30 seconds waits for the next time, since it may not be visible yet.
--
-- A reversal is a call's second settlement. If the call was counted before it, that is taken back where
-- it was counted, so that every call is counted once, by how it ended.
create function count_calls(part_ms bigint) returns boolean
language plpgsql
-- Left to itself the planner reads all tasks and movements for the few that are asked for, takes a plan
-- for unknown times that reads all charges, and sorts where counting in a table is twice as fast.
set enable_seqscan = off
set enable_hashjoin = off
set plan_cache_mode = force_custom_plan
set enable_sort = off
as $$
declare
  moment timestamptz := clock_timestamp();
  latest timestamptz := moment - interval '30 seconds';
  since timestamptz;
  until_then timestamptz;
begin
  if not pg_try_advisory_xact_lock(7046309) then
    return false;
  end if;
  until_then := (select max(calls_counted.until) from calls_counted);
  if until_then is null and not exists (select from charge) then
    until_then := latest;
  end if;
  -- However long nobody counted, the page tells of 30 days.
  until_then := greatest(until_then, date_trunc('day', moment - interval '30 days', 'UTC'));

  if until_then < latest then
    since := until_then;
    until_then := least(since + part_ms * interval '1 ms', latest);
    insert into call_hour as counted (hour, tool, effort, outcome, latency_bucket, calls)
    select date_bin('1 hour', charge.settled_at, 'epoch'), charge.tool,
      coalesce(charge.effort, ''), coalesce(charge.refund_cause, 'captured'),
      latency_bucket(
        case
          when charge.state = 'refunded' then null
          when task.id is null then charge.settled_at
          else task.ended_at
        end - charge.created_at
      ),
      count(*)
    from charge left join task on task.id = charge.id
    where charge.settled_at >= since and charge.settled_at < until_then
    group by 1, 2, 3, 4, 5
    on conflict (hour, tool, effort, outcome, latency_bucket)
      do update set calls = counted.calls + excluded.calls;

    update call_hour set calls = greatest(call_hour.calls - reversed.calls, 0)
    from (
      select date_bin('1 hour', capture.created_at, 'epoch') as hour, charge.tool,
        coalesce(charge.effort, '') as effort,
        latency_bucket(
          case when task.id is null then capture.created_at else task.ended_at end
            - charge.created_at
        ) as bucket,
        count(*) as calls
      from charge
      join movement as capture on capture.charge_id = charge.id
        and capture.source = 'held' and capture.target = 'captured'
      left join task on task.id = charge.id
      where charge.settled_at >= since and charge.settled_at < until_then
        and charge.state = 'refunded'
        and charge.settled_at > (
          select calls_counted.counted_at from calls_counted
          where calls_counted.until > capture.created_at
          order by calls_counted.until limit 1
        )
      group by 1, 2, 3, 4
    ) as reversed
    where call_hour.hour = reversed.hour and call_hour.tool = reversed.tool
      and call_hour.effort = reversed.effort and call_hour.outcome = 'captured'
      and call_hour.latency_bucket = reversed.bucket;
  end if;

  insert into calls_counted (until, counted_at) values (until_then, moment)
  on conflict (until) do nothing;
  delete from calls_counted
  where calls_counted.until < until_then and calls_counted.counted_at < moment - interval '1 day';
  delete from call_hour where call_hour.hour < moment - interval '400 days';
  return until_then < latest;
end
$$;
