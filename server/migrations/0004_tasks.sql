-- When the service itself looks at a task next: with growing pauses, surely once shortly before the
-- task expires and once when it does, and often while an expired task still waits for a verdict.
create function next_look_at(expires_at timestamptz, looks integer) returns timestamptz
language sql
volatile
as $$
  select case
    when moment >= expires_at then moment + interval '20 seconds'
    when moment >= expires_at - interval '1 minute' then expires_at
    else least(
      moment + least(interval '10 seconds' * power(1.5, least(looks, 20)), interval '10 minutes'),
      expires_at - interval '1 minute'
    )
  end
  from (select clock_timestamp() as moment) as now
$$;

-- The upstream has accepted a task: from here on its charge waits for the task's end, and no process
-- need be alive for it. False when the charge was settled meanwhile: a late id revives nothing.
create function queue_task(task_id uuid, remote text, verdict_ms bigint)
returns boolean
language plpgsql
as $$
begin
  -- The charge is locked first, as settling does.
  perform from charge where id = task_id and state <> 'refunded' for no key update;
  if not found then
    return false;
  end if;
  update task set state = 'queued', remote_id = remote, next_look_at = next_look_at(expires_at, 0)
  where id = task_id and state = 'submitting';
  if not found then
    -- The reply to the first try was lost: the same id is no news, another one is refused.
    return exists (select from task where id = task_id and remote_id = remote);
  end if;
  update charge set
    instance_id = null,
    deadline_at = task.expires_at + verdict_ms * interval '1 ms'
  from task
  where charge.id = task_id and task.id = task_id;
  return true;
end
$$;

-- What a look at the upstream found. States only go forward and the last two are final, so polls,
-- the service's own looks and expiry may race.
create function record_look(task_id uuid, seen task_state, good_result boolean, missing boolean)
returns table (state task_state, missing_count integer, missing_ms double precision)
language sql
as $$
  update task set
    state = case
      when task.state in ('completed', 'failed') or seen is null or seen < task.state
        then task.state
      else seen
    end,
    result_seen = good_result,
    looks = looks + 1,
    next_look_at = case
      when next_look_at is null then null
      else next_look_at(expires_at, looks + 1)
    end,
    missing_count = case when missing then task.missing_count + 1 else 0 end,
    missing_since = case when missing then coalesce(task.missing_since, clock_timestamp()) end
  where id = task_id
  returning task.state, task.missing_count,
    extract(epoch from clock_timestamp() - task.missing_since) * 1000
$$;
