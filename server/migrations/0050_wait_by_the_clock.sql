-- expand
-- As before, but the wait is measured once the row is locked: a process that had read the clock first and waited for the
-- lock named a wait that was longer than the window.
create or replace function take_attempt(in_bucket text, most integer, window_ms bigint) returns integer
language plpgsql
as $$
declare
  moment timestamptz := clock_timestamp();
  taken attempt;
begin
  insert into attempt (bucket, count, ends_at)
  values (in_bucket, 1, moment + window_ms * interval '1 ms')
  on conflict (bucket) do update set
    count = case when attempt.ends_at <= moment then 1 else least(attempt.count, most) + 1 end,
    ends_at = case when attempt.ends_at <= moment then excluded.ends_at else attempt.ends_at end
  returning * into taken;
  -- The windows of others that are over. Last, and never waiting, so that two cannot block each other.
  delete from attempt where bucket in (
    select bucket from attempt where ends_at <= moment limit 20 for update skip locked
  );
  if taken.count <= most then
    return 0;
  end if;
  return greatest(1, ceil(extract(epoch from taken.ends_at - clock_timestamp())));
end
$$;
