-- expand
-- Instances tell each other which FOOTNOTE_SECRET they have, by a keyed hash: while it is replaced, all seal with the
-- former one until each has the new one. The previous release can run on this schema.

alter table instance add column secret_tag bytea;

drop function renew_lease;

-- As before, with the tag of the secret.
create function renew_lease(
  lease_id uuid,
  lease_ms bigint,
  is_paid boolean,
  own_url text default null,
  own_tag bytea default null,
  out had_lapsed boolean,
  out was_missing boolean
)
language plpgsql
as $$
declare
  moment timestamptz;
  known timestamptz;
begin
  select lease_until into known from instance where id = lease_id for no key update;
  was_missing := not found;
  moment := clock_timestamp();
  had_lapsed := was_missing or known <= moment;
  insert into instance (id, lease_until, costs_money, renewed_since, lease_length_ms, url, secret_tag)
  values (lease_id, moment + lease_ms * interval '1 ms', is_paid, moment, lease_ms, own_url, own_tag)
  on conflict (id) do update set
    lease_until = excluded.lease_until,
    lease_length_ms = excluded.lease_length_ms,
    url = excluded.url,
    secret_tag = excluded.secret_tag,
    renewed_since = case when had_lapsed then moment else instance.renewed_since end;
end
$$;
