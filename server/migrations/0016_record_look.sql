-- expand
-- What a look at the upstream found, written only where it is news: watchers and callers poll often, and
-- mostly nothing has changed. Only the service's own, scheduled look counts and sets the next one. States
-- only go forward and the last two are final, so all of them may race.
drop function record_look(uuid, task_state, boolean, boolean, timestamptz);
create function record_look(
  task_id uuid,
  seen task_state,
  good_result boolean,
  missing boolean,
  told_end timestamptz default null,
  -- Left out by the previous release, whose every look sets the next one.
  scheduled boolean default true
)
returns table (state task_state, missing_count integer, missing_ms double precision)
language plpgsql
as $$
#variable_conflict use_column
begin
  return query
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
      looks = looks + scheduled::integer,
      next_look_at = case
        when next_look_at is null or not scheduled then next_look_at
        else next_look_at(expires_at, looks + 1)
      end,
      missing_count = case when missing then task.missing_count + 1 else 0 end,
      missing_since = case when missing then coalesce(task.missing_since, clock_timestamp()) end
    where id = task_id and (
      scheduled
      or missing
      or task.missing_count > 0
      or result_seen <> good_result
      or (
        task.state not in ('completed', 'failed')
        and (seen > task.state or told_end is not null or ended_at is not null)
      )
    )
    returning task.state, task.missing_count,
      extract(epoch from clock_timestamp() - task.missing_since)::float8 * 1000;
  if not found then
    return query
      select task.state, task.missing_count,
        extract(epoch from clock_timestamp() - task.missing_since)::float8 * 1000
      from task where id = task_id;
  end if;
end
$$;
