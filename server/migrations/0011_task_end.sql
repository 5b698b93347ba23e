-- The upstream tells when a task ended; the service may notice long after. What it tells is believed where
-- it can be true by this clock: not before the charge was made, and not in the future. ended_at is that
-- time, or else when the end was first seen. Before the task's own end it may already be set: a failure is
-- looked at first, and settled then.

create or replace function note_task_end() returns trigger language plpgsql as $$
begin
  new.ended_at := coalesce(new.ended_at, clock_timestamp());
  return new;
end
$$;

-- What a look at the upstream found, and when the task ended by the upstream's word, if it did. States only
-- go forward and the last two are final, so polls, the service's own looks and expiry may race.
drop function record_look(uuid, task_state, boolean, boolean);
create function record_look(
  task_id uuid,
  seen task_state,
  good_result boolean,
  missing boolean,
  -- Left out by a process that was started before there was such a thing.
  told_end timestamptz default null
)
returns table (state task_state, missing_count integer, missing_ms double precision)
language sql
as $$
  update task set
    state = case
      when task.state in ('completed', 'failed') or seen is null or seen < task.state
        then task.state
      else seen
    end,
    ended_at = case
      when task.state in ('completed', 'failed') then task.ended_at
      when told_end <= clock_timestamp() and told_end >= (
        select charge.created_at from charge where charge.id = task.id
      ) then told_end
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
