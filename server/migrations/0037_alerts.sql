-- expand
-- Mail that the owner of an account can switch off, and alerts that wait for their message. The previous release can run
-- on this schema: it mails no alerts, and the triggers note them for the next.

alter table account
  -- Kinds of mail that the owner has switched off.
  add column mail_off text[] not null default '{}';

-- An alert is written together with its cause. The transaction that deletes it posts its message, so it is mailed once.
-- Without references, whose locks would come after those of wallets and keys.
create table alert_due (
  id uuid primary key,
  account_id uuid not null,
  kind text not null,
  -- Details for the message, as in the body of the event.
  data jsonb not null,
  created_at timestamptz not null default clock_timestamp()
);

-- Accounts that nobody has claimed have nobody to write to.
create function note_alert(owner uuid, kind text, data jsonb) returns void
language sql
as $$
  insert into alert_due (id, account_id, kind, data)
  select uuidv7(), owner, note_alert.kind, note_alert.data from account
  where account.id = owner and account.user_id is not null and not note_alert.kind = any(account.mail_off)
$$;

create function note_key_alert() returns trigger
language plpgsql
as $$
begin
  perform note_alert(new.account_id, replace(new.kind, '.', '_'), new.body::jsonb -> 'data');
  return null;
end
$$;
create trigger event_is_an_alert after insert on event
  for each row when (new.kind in ('key.created', 'key.limit_reached'))
  execute function note_key_alert();

-- Browsers that a user has signed in with. The hash is of the user's id and a random cookie.
create table known_device (
  user_id uuid not null references auth_user (id) on delete cascade,
  hash bytea not null,
  seen_at timestamptz not null default clock_timestamp(),
  primary key (user_id, hash)
);
create index known_device_seen on known_device (seen_at);

-- Notes a sign-in. One with a browser that the user has not used before is an alert, except for their first.
create function note_device(member uuid, device bytea) returns void
language plpgsql
as $$
begin
  update known_device set seen_at = clock_timestamp() where user_id = member and hash = device;
  if found then
    return;
  end if;
  if exists (select from known_device where user_id = member) then
    perform note_alert((select id from account where account.user_id = member), 'new_device', '{}');
  end if;
  insert into known_device (user_id, hash) values (member, device) on conflict do nothing;
  -- A program that keeps no cookies is a new browser each time.
  delete from known_device where user_id = member and hash in (
    select hash from known_device where user_id = member order by seen_at desc offset 100
  );
end
$$;

-- As in 0014, but not for owners who have switched these messages off.
create or replace function post_notices(
  account_ids uuid[],
  -- The mark that the balance was seen below; null if it was not below.
  marks bigint[],
  mail_ids uuid[],
  subjects text[],
  bodies text[]
)
returns void
language plpgsql
as $$
begin
  perform from wallet where account_id = any(account_ids) order by account_id for no key update;
  with told as (
    delete from notice_due
    using unnest(account_ids, marks, mail_ids, subjects, bodies)
        as notice (account_id, mark, mail_id, subject, body),
      wallet, account
    where notice_due.account_id = notice.account_id
      and wallet.account_id = notice.account_id and account.id = notice.account_id
      -- Fallen again since it was read: the next round has the message.
      and (notice.mark is not null or (wallet.balance_units < wallet.notice_below_units) is not true)
    returning notice.*, account.email,
      wallet.balance_units < wallet.notice_below_units and wallet.notice_below_units = notice.mark
        and account.user_id is not null and account.state <> 'closed'
        and not 'low_balance' = any(account.mail_off) as is_due
  ),
  disarmed as (
    -- For the previous release.
    update account set notice_is_armed = false
    from told where account.id = told.account_id and account.notice_is_armed
  )
  insert into mail (id, recipient, subject, body)
  select told.mail_id, told.email, told.subject, told.body from told where told.is_due;
end
$$;
