-- expand
-- Passkeys, in the columns that better-auth's plugin expects. The previous release can run on this schema: it does not
-- know the table, and deleting a user deletes their passkeys too.

create table auth_passkey (
  id uuid primary key,
  user_id uuid not null references auth_user (id) on delete cascade,
  name text not null,
  -- Unique, since anybody can name another's credential when they add one.
  credential_id text not null unique,
  public_key text not null,
  -- Signatures so far, as the authenticator counts them; 0 if it does not.
  counter bigint not null,
  device_type text not null,
  backed_up boolean not null,
  transports text,
  aaguid text,
  created_at timestamptz not null,
  constraint auth_passkey_name_is_bounded check (char_length(name) between 1 and 100)
);
create index auth_passkey_of_user on auth_passkey (user_id);
