-- expand
-- Members of an account besides its owner, invitations, the account that a session works for, and the history of
-- an account. The previous release can run on this schema: it knows owners alone.

create table membership (
  account_id uuid not null references account,
  user_id uuid not null references auth_user (id) on delete cascade,
  role text not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (account_id, user_id),
  constraint membership_role_is_known check (role in ('developer', 'viewer'))
);
create index membership_of_user on membership (user_id);

create table invitation (
  id uuid primary key,
  account_id uuid not null references account,
  email text not null,
  role text not null,
  -- SHA-256 of the token in the mail.
  hash bytea not null,
  -- The address of the inviter at the time.
  invited_by text not null,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  constraint invitation_email_is_folded check (email = lower(email)),
  constraint invitation_role_is_known check (role in ('developer', 'viewer'))
);
create unique index invitation_hash on invitation (hash);
create unique index invitation_of_email on invitation (account_id, email);
create index invitation_expiry on invitation (expires_at);

alter table auth_session
  -- The account of somebody else that the session works for; null for the user's own.
  add column account_id uuid,
  add constraint auth_session_works_for_a_member foreign key (account_id, user_id)
    references membership (account_id, user_id) on delete set null (account_id);
create index auth_session_of_member on auth_session (account_id, user_id) where account_id is not null;

alter table api_key
  -- The user who created it on the website. Without a reference, since deleting a user must not lock keys.
  add column created_by uuid;

-- What members did in an account, written together with what they did.
create table account_action (
  id uuid primary key,
  -- Without a reference, whose lock would come after those of keys: a closure locks the account before them.
  account_id uuid not null,
  -- The address of the member at the time, or the name of an API key.
  actor text not null,
  kind text not null,
  subject text,
  created_at timestamptz not null default clock_timestamp()
);
create index account_action_latest on account_action (account_id, id desc);
create index account_action_created on account_action (created_at);
create trigger account_action_is_not_changed before update on account_action
  for each row execute function refuse_change();

-- Closing an account ends its team and forgets its history. Its owner leaves the teams of others.
create function end_team() returns trigger
language plpgsql
as $$
begin
  delete from membership where account_id = new.id;
  delete from invitation where account_id = new.id;
  delete from account_action where account_id = new.id;
  insert into account_action (id, account_id, actor, kind)
  select uuidv7(), membership.account_id, old.email, 'left' from membership where user_id = old.user_id;
  delete from membership where user_id = old.user_id;
  return null;
end
$$;
create trigger closure_ends_team after update of state on account
  for each row when (new.state = 'closed' and old.state <> 'closed')
  execute function end_team();
