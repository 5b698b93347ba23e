-- expand
-- Lets an audit read what is new instead of everything, and lets a month go to an archive. The previous
-- release can run on this schema: it knows nothing of these tables, and nothing that it uses changes.

-- New movements are at the end of each partition, so their ids are found by a few pages. What 0017 has
-- built becomes part of it.
create index movement_by_id on movement using brin (id) with (autosummarize = on);

-- How far the sums below go.
create table audit_mark (
  is_only boolean primary key default true check (is_only),
  -- Every movement up to this id is in the sums.
  until_id bigint not null,
  until_at timestamptz not null,
  -- How far they can go once every transaction before next_xid has ended: whoever moves money locks a row,
  -- and so has its transaction's number, before it takes the movement's id.
  next_id bigint not null,
  next_at timestamptz not null,
  next_xid xid8 not null
);
insert into audit_mark (until_id, until_at, next_id, next_at, next_xid)
select 0, now(), coalesce(max(id), 0), now(), pg_current_xact_id() from movement;

-- When the cluster audits by itself next. The process that moves it has that turn.
create table audit_turn (
  is_only boolean primary key default true check (is_only),
  next_at timestamptz not null
);
insert into audit_turn (next_at) values (now() + interval '1 hour');

-- What an account's movements up to the mark put into each pot, less what they took out.
create table account_sum (
  account_id uuid primary key,
  wallet_units bigint not null,
  held_units bigint not null,
  captured_units bigint not null,
  outside_units bigint not null,
  debt_units bigint not null
) with (fillfactor = 80);

-- The same by the month of the charge, which is the end of the partition's name: before for what is older
-- than months, default for money without a charge. Of an archived month it is what remains.
create table account_month (
  account_id uuid not null,
  month text not null,
  wallet_units bigint not null,
  held_units bigint not null,
  captured_units bigint not null,
  outside_units bigint not null,
  debt_units bigint not null,
  -- The sum of the balances that the movements noted, which gives away one that was changed.
  noted_units numeric not null,
  -- The last movement that changed the wallet's balance.
  last_id bigint not null,
  primary key (month, account_id)
) with (fillfactor = 80);

-- When a month was proven from scratch, and when it was archived, with how much.
create table book_month (
  month text primary key,
  proven_at timestamptz,
  archived_at timestamptz,
  -- The ids that were archived: from the first, up to and without the end.
  first_id uuid,
  end_id uuid,
  charges bigint,
  movements bigint,
  tasks bigint,
  constraint book_month_archive_is_counted check (
    archived_at is null or (first_id is not null and end_id is not null and charges is not null
      and movements is not null and tasks is not null)
  )
);

-- Makes the next audit sum up everything anew: for an operator who has found out why the sums differ from
-- the movements and accepts the movements. What was archived stays as it is.
create function restart_audit() returns void
language sql
begin atomic
  delete from account_month
  where month not in (select book_month.month from book_month where archived_at is not null);
  delete from account_sum;
  insert into account_sum
  select account_id, sum(wallet_units), sum(held_units), sum(captured_units), sum(outside_units),
    sum(debt_units)
  from account_month group by account_id;
  update audit_mark set until_id = 0;
end;
